#!/usr/bin/env python3
"""Code generation against isl: the same inputs through both in one run.

    bench/astgen/run.py [--files FILE...] [--all] [--rounds N]

Prints isl's time divided by ours: more than 1 means this library is faster. The inputs are isl's
own (from ../shared/corpus/isl/codegen).
"""

import argparse
import glob
import json
import math
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
TARGET = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
SHOWN = 12


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--files", nargs="+", help="only these inputs")
    parser.add_argument("--all", action="store_true", help="a line for every input")
    parser.add_argument("--rounds", type=int, default=2, help="how often the sides take turns")
    options = parser.parse_args()
    files = options.files or inputs()
    if not files:
        print("no inputs: ../shared/corpus/isl/codegen is not there", file=sys.stderr)
        return 1
    subprocess.run(
        ["cargo", "build", "--release", "--quiet", "-p", "astgen-bench"], check=True, cwd=ROOT
    )
    sides = [
        [sys.executable, os.path.join(HERE, "astgen_isl.py")],
        [os.path.join(TARGET, "release", "astgen-bench")],
    ]
    best = [{}, {}]
    for _ in range(options.rounds):
        for side, program in enumerate(sides):
            for file, ns in measure(program, files).items():
                best[side][file] = min(ns, best[side].get(file, ns))
    rows = [(name_of(file), best[0][file], best[1][file]) for file in files]
    print_rows(rows, options.all)
    return 0


def inputs():
    """Beside the repository, or beside a folder around it."""
    folder = ROOT
    while True:
        corpus = os.path.join(folder, "shared", "corpus", "isl", "codegen")
        if os.path.isdir(corpus):
            found = glob.glob(os.path.join(corpus, "**", "*.in"), recursive=True)
            found += glob.glob(os.path.join(corpus, "**", "*.st"), recursive=True)
            return sorted(found)
        if folder == os.path.dirname(folder):
            return []
        folder = os.path.dirname(folder)


def name_of(file):
    parts = file.split(os.path.join("isl", "codegen") + os.sep)
    return parts[-1]


def measure(program, files):
    done = subprocess.run(program + files, check=True, stdout=subprocess.PIPE, text=True)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return {line["file"]: line["ns"] for line in lines}


def print_rows(rows, everything):
    width = max(len(name) for name, _, _ in rows)
    print("isl's time / ours; above 1 this library is faster\n")

    def table(title, chosen):
        print(title)
        for name, isl, ours in chosen:
            print(f"  {name.ljust(width)}  {isl / 1e6:9.2f} ms  {ours / 1e6:9.2f} ms  {isl / ours:7.2f}")

    if everything:
        table("all", rows)
    table("longest (isl, ours, ratio)", sorted(rows, key=lambda row: -row[2])[:SHOWN])
    table("most behind isl", sorted(rows, key=lambda row: row[1] - row[2])[:SHOWN])
    ratios = [isl / ours for _, isl, ours in rows]
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    isl, ours = sum(row[1] for row in rows), sum(row[2] for row in rows)
    print(
        f"\n{len(rows)} inputs: isl {isl / 1e6:.0f} ms, ours {ours / 1e6:.0f} ms,"
        f" all together {isl / ours:.2f}, geometric mean {mean:.2f}, worst {min(ratios):.2f}"
    )


if __name__ == "__main__":
    sys.exit(main())
