#!/usr/bin/env python3
"""Dataflow analysis against isl: the same problems through both in one run.

    bench/flow/run.py [--files FILE.ai...] [--no-compare]

Prints isl's time divided by ours for each problem: more than 1 means this library is faster.
The problems are isl's own (from ../shared/corpus/isl/flow, where that is) and those of the
nests in crates/dependence/tests/support and of the kernels, each with its schedule as a tree
and as a map.
The answers are compared too.
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
BUILD = os.path.join(TARGET, "bench-flow")
CORPUS = os.path.join(ROOT, "..", "shared", "corpus", "isl", "flow")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--files", nargs="+", help="only these problems")
    parser.add_argument("--no-compare", action="store_true", help="do not compare the answers")
    options = parser.parse_args()
    os.makedirs(BUILD, exist_ok=True)
    isl, ours = build()
    files = options.files or problems(ours)
    rows, different = [], 0
    for file in files:
        theirs, mine = measure(isl, ours, file)
        rows.append((os.path.basename(file)[:-3], theirs, mine))
        if not options.no_compare:
            different += not same_answer(isl, ours, file)
    print_rows(rows)
    if different:
        print(f"different answers: {different}")
    return 1 if different else 0


def build():
    isl = os.path.join(BUILD, "flow_isl")
    source = os.path.join(HERE, "flow_isl.c")
    subprocess.run([os.environ.get("CC", "cc"), "-O2", "-o", isl, source, "-lisl"], check=True)
    subprocess.run(["cargo", "build", "--release", "--quiet", "-p", "flow-bench"], check=True, cwd=ROOT)
    return isl, os.path.join(TARGET, "release", "flow-bench")


def problems(ours):
    corpus = sorted(glob.glob(os.path.join(CORPUS, "*.ai")))
    if not corpus:
        print("isl's own problems are not there; they are left out", file=sys.stderr)
    subprocess.run([ours, "--dump", BUILD], check=True)
    return corpus + sorted(glob.glob(os.path.join(BUILD, "*.ai")))


def measure(isl, ours, file):
    """Both sides take turns, and the best of each counts."""
    best = [None, None]
    for _ in range(2):
        for side, program in enumerate([isl, ours]):
            done = subprocess.run([program, file], check=True, capture_output=True, text=True)
            line = json.loads(done.stdout)
            if best[side] is None or line["ns"] < best[side]["ns"]:
                best[side] = line
    return best


def same_answer(isl, ours, file):
    done = subprocess.run([isl, "--print", file], check=True, capture_output=True, text=True)
    path = os.path.join(BUILD, "isl.flow")
    with open(path, "w") as out:
        out.write(done.stdout)
    compared = subprocess.run([ours, "--compare", file, path], capture_output=True, text=True)
    if compared.returncode:
        print(compared.stderr, file=sys.stderr)
    return compared.returncode == 0


def print_rows(rows):
    width = max(len(name) for name, _, _ in rows)
    print("isl's time / ours; above 1 this library is faster\n")
    print(f"{'problem'.ljust(width)}  {'isl us':>10}  {'ours us':>10}  {'ratio':>6}  disjuncts isl/ours")
    for name, theirs, mine in rows:
        ratio = theirs["ns"] / max(mine["ns"], 1)
        sizes = f"{theirs['size']}/{mine['size']}"
        print(f"{name.ljust(width)}  {theirs['ns'] / 1e3:10.1f}  {mine['ns'] / 1e3:10.1f}  {ratio:6.2f}  {sizes}")
    ratios = [theirs["ns"] / max(mine["ns"], 1) for _, theirs, mine in rows]
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    total = sum(t["ns"] for _, t, _ in rows) / sum(m["ns"] for _, _, m in rows)
    print(f"\ngeometric mean {mean:.2f}, worst {min(ratios):.2f}, all together {total:.2f}")


if __name__ == "__main__":
    sys.exit(main())
