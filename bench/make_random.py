#!/usr/bin/env python3
"""Writes inputs/random.txt: operations on moderate random sets and relations.

The texts come from the generator of the differential test, with a fixed seed. Cases that isl
cannot do in a modest number of steps are left out by `bench_isl --filter`, afterwards.
"""

import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "oracle"))

import generate  # noqa: E402
import operations  # noqa: E402

NAMES = [
    "set.is_empty",
    "set.is_equal",
    "set.subtract",
    "set.complement",
    "set.intersect",
    "set.project_out",
    "set.coalesce",
    "set.gist",
    "set.lexmin",
    "set.apply",
    "map.is_equal",
    "map.subtract",
    "map.lexmin",
    "map.apply_range",
]
CASES_PER_OPERATION = 40


def arguments(name, index):
    """The arguments, or None for a draw that the benchmark does not want."""
    generator = generate.for_case("bench", f"{name}:{index}")
    # Big integers are the differential test's business; there are none in practice.
    generator.large = False
    operation = operations.OPERATIONS.get(name)
    args = operation.make(generator) if operation else operations.one_set()(generator)
    if name.endswith("project_out"):
        return None if args[1] != "set" else [args[0], args[2], args[3]]
    return args


def main():
    path = os.path.join(HERE, "inputs", "random.txt")
    lines = []
    for name in NAMES:
        count, index = 0, 0
        while count < CASES_PER_OPERATION:
            args = arguments(name, index)
            index += 1
            if args:
                lines.append("\t".join([name] + args))
                count += 1
    with open(path, "w") as file:
        file.write("\n".join(lines) + "\n")
    kept = subprocess.run([sys.argv[1], path, "--filter"], check=True, capture_output=True, text=True).stdout
    with open(path, "w") as file:
        file.write("# Made by make_random.py: operations on random sets and relations.\n" + kept)
    print(f"{len(kept.splitlines())} cases", file=sys.stderr)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: make_random.py PATH-TO-bench_isl")
    main()
