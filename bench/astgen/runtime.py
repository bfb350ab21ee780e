#!/usr/bin/env python3
"""How fast generated code runs, beside isl's for the same schedule: one command, one run.

    bench/astgen/runtime.py [--match TEXT] [--rounds N] [--cc COMMAND] [--keep DIR]

Each script KERNEL.VARIANT.lw in tiled/ makes a schedule of a kernel. Both generators write loops
for it, and two programs are made that differ in nothing else: the statements are the same macros.
Both are compiled in the same way and run in turns; each run checks that the results are the same,
to the last bit. The table has isl's shortest time divided by ours, for code with full tiles apart
(`separate_full_tiles`) and for code without: more than 1 means that our code is faster. Two runs of
one program differ, too: the last column is the same ratio for two copies of *isl's* program, which
ran between the others, so that one can see what is noise.
"""

import argparse
import glob
import json
import math
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
TARGET = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))

sys.path.insert(0, HERE)
from run import measure, normal  # noqa: E402

# A busy machine disturbs processor time less than that of the clock on the wall.
CLOCK = """\
#include <time.h>
#undef CLOCK_MONOTONIC
#define CLOCK_MONOTONIC CLOCK_PROCESS_CPUTIME_ID
"""
MACROS = """\
#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#define floord(a, b) (((a) < 0 ? (a) - (b) + 1 : (a)) / (b))
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--match", default="", help="scripts with this text in their names only")
    parser.add_argument("--rounds", type=int, default=5, help="how often each program runs")
    parser.add_argument("--cc", default="gcc -O3 -march=native -ffp-contract=off -w -std=gnu11")
    parser.add_argument("--keep", help="leave the programs in this directory")
    parser.add_argument("--no-build", action="store_true", help="the program as it was built")
    options = parser.parse_args()
    if not options.no_build:
        subprocess.run(
            ["cargo", "build", "--release", "--quiet", "-p", "astgen-bench"], check=True, cwd=ROOT
        )
    with tempfile.TemporaryDirectory() as folder:
        folder = options.keep or folder
        os.makedirs(folder, exist_ok=True)
        return compare(options, folder)


def compare(options, folder):
    program = os.path.join(TARGET, "release", "astgen-bench")
    scripts = sorted(glob.glob(os.path.join(HERE, "tiled", "*.lw")))
    scripts = [script for script in scripts if options.match in os.path.basename(script)]
    done = subprocess.run([program, "--programs", folder, *scripts])
    failed = done.returncode != 0
    names = [os.path.basename(script).removesuffix(".lw") for script in scripts]
    names = [name for name in names if os.path.exists(os.path.join(folder, name + ".st"))]
    files = [os.path.join(folder, name + ".st") for name in names]
    isl_lines = measure([sys.executable, os.path.join(HERE, "astgen_isl.py"), "--once"], files)
    sides = {
        "isl": isl_lines,
        "isl-again": isl_lines,
        "apart": measure([program, "--once", "--full-tiles"], files),
        "plain": measure([program, "--once"], files),
    }
    width = max(map(len, names), default=0) + 2
    print("".ljust(width) + "".join(word.rjust(12) for word in ["isl", "apart", "plain", "isl/apart", "isl/plain", "isl/isl"]))
    ratios = []
    for name, file in zip(names, files):
        try:
            times = times_of(name, {who: lines[file] for who, lines in sides.items()}, folder, options)
        except (Failed, subprocess.SubprocessError) as error:
            print(f"{name.ljust(width)}failed: {error}")
            failed = True
            continue
        isl, again, *ours = times
        best = min(isl, again)
        ratios.append([best / time for time in ours])
        columns = [f"{time:10.4f} s" for time in [best, *ours]]
        columns += [f"{ratio:12.3f}" for ratio in [*ratios[-1], isl / again]]
        print(name.ljust(width) + "".join(columns), flush=True)
    for kind, column in zip(["apart", "plain"], zip(*ratios)):
        mean = math.exp(sum(map(math.log, column)) / len(column))
        below = sum(ratio < 1 for ratio in column)
        print(
            f"{kind}: {len(column)} programs, geometric mean {mean:.3f},"
            f" lowest {min(column):.3f}, {below} below 1"
        )
    return 1 if failed else 0


class Failed(Exception):
    pass


def times_of(name, lines, folder, options):
    """The shortest times of isl's program, of a copy of it and of ours, in the order of `lines`."""
    with open(os.path.join(folder, name + ".json")) as text:
        text = json.load(text)
    programs = []
    for who, line in lines.items():
        if "error" in line:
            raise Failed(f"{who}: {line['error']}")
        source = os.path.join(folder, f"{name}.{who}.c")
        with open(source, "w") as out:
            parts = [CLOCK, text["before"], MACROS, text["statements"], "{\n", normal(line["code"]), "}\n"]
            out.write("".join(parts) + text["after"])
        binary = source.removesuffix(".c")
        command = options.cc.split() + ["-I", os.path.join(ROOT, "kernels"), source, "-o", binary, "-lm"]
        subprocess.run(command, check=True, timeout=300)
        programs.append(binary)
    best, results = [math.inf] * len(programs), set()
    for _ in range(options.rounds):
        for at, program in enumerate(programs):
            done = subprocess.run([program], check=True, timeout=300, capture_output=True, text=True)
            results.add(done.stdout)
            best[at] = min(best[at], float(re.search(r"time=([0-9.e+-]+)", done.stderr)[1]))
    if len(results) > 1:
        raise Failed(f"different results: {results}")
    return best


if __name__ == "__main__":
    sys.exit(main())
