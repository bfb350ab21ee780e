#!/bin/sh
# Builds both sides and prints the table of ratios; see README.md for the options.
exec python3 "$(dirname "$0")/run.py" "$@"
