#!/usr/bin/env python3
"""Times isl's AST generator on `.in` and `.st` files, through islpy.

    astgen_isl.py FILE...      one line of JSON for each file

An `.in` file has a schedule, a context and options, as isl_codegen reads them; an `.st` file has
a schedule tree. Every run owns a freshly parsed input, parsed before the clock starts; the clock
stops when the tree is there, before it is printed. Runs are repeated until about 40 ms have
passed, two to ten times; the best counts.
"""

import json
import sys
import time

import islpy as isl

ENOUGH = 40_000_000


def main():
    for file in sys.argv[1:]:
        with open(file) as source:
            text = source.read()
        best, spent, runs = None, 0, 0
        while runs < 2 or (spent < ENOUGH and runs < 10):
            generate = prepared(file, text)
            start = time.process_time_ns()
            node = generate()
            elapsed = time.process_time_ns() - start
            del node
            best = elapsed if best is None else min(best, elapsed)
            spent += elapsed
            runs += 1
        print(json.dumps({"file": file, "ns": best}), flush=True)


def prepared(file, text):
    """A function that generates code for a freshly read input."""
    if file.endswith(".in"):
        schedule, context, options = objects(text)
        schedule = isl.UnionMap(schedule)
        build = isl.AstBuild.from_context(isl.Set(context).params())
        build = build.set_options(isl.UnionMap(options))
        return lambda: build.node_from_schedule_map(schedule)
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    schedule = isl.Schedule("\n".join(lines) + "\n")
    build = isl.AstBuild.alloc(schedule.get_ctx())
    return lambda: build.node_from_schedule(schedule)


def objects(text):
    """The texts of the objects in a file: each ends with the brace that closes it."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    found, depth, start = [], 0, 0
    text = "\n".join(lines)
    for at, char in enumerate(text):
        if char == "{":
            depth += 1
        elif char == "}":
            depth -= 1
            if depth == 0:
                found.append(text[start : at + 1].strip())
                start = at + 1
    return found


if __name__ == "__main__":
    main()
