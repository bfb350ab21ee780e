#!/usr/bin/env python3
"""Runs the scripts of Loopy's appendix B on our kernels: proved, compiled, run, compared.

One table: for each kernel the verdict, whether the program prints the same, the time before and
after with the same compiler and flags, the speedup, and what the paper claims. Its figure 5 gives
the speedups as bars without numbers; what the text says about them is in the last column.

    python3 bench/loopy/run.py [--cc gcc] [--cflags='-O3 -march=native'] [--repeat 3] [KERNEL...]

The product is taken from target/release; build it first: cargo build --release -p loopwright
"""

import argparse
import json
import math
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

# What the paper says in section 6: linear algebra and data mining gain much, stencils little.
CLAIMS = {
    "gemver": "much faster",
    "trmm": "much faster",
    "2mm": "much faster",
    "doitgen": "much faster",
    "3mm": "much faster",
    "mvt": "much faster",
    "gramschmidt": "much faster",
    "lu": "much faster",
    "adi": "a little faster",
    "fdtd-2d": "a little faster",
    "heat-3d": "a little faster",
    "jacobi-2d": "a little faster",
    "seidel-2d": "a little faster",
    "covariance": "much faster",
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("kernels", nargs="*", default=list(CLAIMS))
    parser.add_argument("--cc", default="gcc")
    parser.add_argument("--cflags", default="-O3 -march=native")
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    program = ROOT / "target/release/loopwright"
    if not program.exists():
        sys.exit("first: cargo build --release -p loopwright")
    print(f"{'kernel':<13}{'verdict':<9}{'dependences':>11}{'check ms':>10}  {'results':<12}"
          f"{'before s':>10}{'after s':>10}{'speedup':>9}  paper")
    speedups = []
    failed = False
    for kernel in options.kernels:
        files = [ROOT / f"kernels/{kernel}.c", ROOT / f"kernels/scripts/{kernel}.lw"]
        check = subprocess.run([program, "check", *files, "--format", "json"], capture_output=True, text=True)
        verdict = json.loads(check.stdout)
        count = verdict["regions"][0]["dependences"] if verdict["regions"] else 0
        spent = 1e3 * sum(verdict["seconds"].values())
        row = f"{kernel:<13}{'legal' if verdict['legal'] else 'ILLEGAL':<9}{count:>11}{spent:>10.1f}  "
        command = [program, "transform", *files, "--run", f"--cc={options.cc}",
                   f"--cflags={options.cflags}", f"--repeat={options.repeat}"]
        run = subprocess.run(command, capture_output=True, text=True)
        found = dict(re.findall(r"^(results|original|new|speedup) +(.*)$", run.stdout, re.M))
        if run.returncode != 0 or len(found) != 4:
            failed = True
            print(row + "failed: " + (run.stderr.strip().splitlines() or ["?"])[0])
            continue
        speedup = float(found["speedup"].rstrip("x"))
        speedups.append(speedup)
        results = found["results"].split(" (")[0].replace("equal up to ", "")
        print(row + f"{results:<12}{found['original'].rstrip(' s'):>10}{found['new'].rstrip(' s'):>10}"
              f"{speedup:>8.2f}x  {CLAIMS.get(kernel, '')}", flush=True)
    if speedups:
        mean = math.exp(sum(map(math.log, speedups)) / len(speedups))
        print(f"geometric mean of {len(speedups)} speedups over {options.cc} {options.cflags}: {mean:.2f}x")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
