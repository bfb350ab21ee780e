#!/usr/bin/env python3
"""The speed of what `loopwright optimize` writes, for the thirty computations of PolyBench.

One table from one run: for each computation the seconds of the better of the plain compilers, and how many
times as fast each other version is. The programs are those in kernels/; they run in turns, the best time of
each counts, and what they compute is compared. The last lines are geometric means.

    python3 bench/polybench/run.py                          # all, PolyBench's LARGE (MEDIUM where that is long)
    python3 bench/polybench/run.py --size small gemm lu     # two of them, in a moment
    python3 bench/polybench/run.py --threads 2 --csv table.csv
    python3 bench/polybench/run.py --curve 1,2,4,8,16 gemm  # one text, run by more and more threads

Needs target/release/loopwright and gcc; clang, with Polly, takes part if it is there.
"""

import argparse
import csv
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]

# The data sets of PolyBench 4.2: LARGE, or MEDIUM where LARGE takes minutes (with an M).
SIZES = {
    "2mm": "NI=800 NJ=900 NK=1100 NL=1200",
    "3mm": "NI=800 NJ=900 NK=1000 NL=1100 NM=1200",
    "adi": "M TSTEPS=100 N=200",
    "atax": "M=1900 N=2100",
    "bicg": "N=2100 M=1900",
    "cholesky": "M N=400",
    "correlation": "M M=240 N=260",
    "covariance": "M M=240 N=260",
    "deriche": "W=4096 H=2160",
    "doitgen": "NR=150 NQ=140 NP=160",
    "durbin": "N=2000",
    "fdtd-2d": "TMAX=500 NX=1000 NY=1200",
    "floyd-warshall": "M N=500",
    "gemm": "NI=1000 NJ=1100 NK=1200",
    "gemver": "N=2000",
    "gesummv": "N=1300",
    "gramschmidt": "M N=200 M=240",
    "heat-3d": "TSTEPS=500 N=120",
    "jacobi-1d": "TSTEPS=500 N=2000",
    "jacobi-2d": "TSTEPS=500 N=1300",
    "lu": "M N=400",
    "ludcmp": "M N=400",
    "mvt": "N=2000",
    "nussinov": "M N=500",
    "seidel-2d": "M TSTEPS=100 N=400",
    "symm": "M=1000 N=1200",
    "syr2k": "N=1200 M=1000",
    "syrk": "N=1200 M=1000",
    "trisolv": "N=2000",
    "trmm": "M=1000 N=1200",
}

# How far results may be apart, as far as compilers contract products and sums differently: deriche and syrk
# compute in `float`; gramschmidt is ill-conditioned.
TOLERANCE = {"deriche": 1e-5, "syrk": 1e-5, "gramschmidt": 1e-4}


def defines(kernel, size):
    """The options that set a computation's sizes, and `M` where they are those of MEDIUM."""
    if size == "small":
        return [], "S"
    words = SIZES[kernel].split()
    mark = "M" if words[0] == "M" else "L"
    return [f"-D{word}" for word in words if "=" in word], mark


class Version:
    """A program under test: how it came about, and its times."""

    def __init__(self, column, binary, threads):
        self.column = column
        self.binary = binary
        self.threads = threads
        self.times = []
        self.output = None
        self.failed = None

    def run(self, limit):
        if self.failed:
            return
        environment = dict(os.environ, OMP_NUM_THREADS=str(self.threads), OMP_PROC_BIND="true")
        try:
            done = subprocess.run([self.binary], capture_output=True, text=True, env=environment, timeout=limit)
        except subprocess.TimeoutExpired:
            self.failed = "slow"
            return
        found = re.search(r"time=([0-9.]+)", done.stderr)
        if done.returncode != 0 or not found:
            self.failed = "crash"
            return
        self.times.append(float(found[1]))
        self.output = done.stdout

    def best(self):
        return None if self.failed or not self.times else min(self.times)


def same(left, right, tolerance):
    left, right = left.split("checksum=")[-1], right.split("checksum=")[-1]
    left, right = float(left), float(right)
    return left == right or abs(left - right) <= tolerance * max(abs(left), abs(right))


def compile_program(cc, flags, source, binary, options):
    command = [cc, *flags, *options, f"-I{ROOT / 'kernels'}", source, "-o", binary, "-lm"]
    done = subprocess.run(command, capture_output=True, text=True)
    return done.returncode == 0


def has(cc, *flags):
    if not shutil.which(cc):
        return False
    command = [cc, *flags, "-x", "c", "-", "-o", "/dev/null"]
    return subprocess.run(command, input="int main(void) { return 0; }", capture_output=True, text=True).returncode == 0


def machine():
    model = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    return f"{model[1].strip() if model else '?'}, {os.cpu_count()} cores"


def version_of(cc):
    return subprocess.run([cc, "--version"], capture_output=True, text=True).stdout.splitlines()[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("kernels", nargs="*", metavar="KERNEL")
    parser.add_argument("--size", choices=["large", "small"], default="large", help="small: the kernels' own sizes")
    parser.add_argument("--clang", default="clang", help="the clang to use, such as clang-22")
    parser.add_argument("--cflags", default="-O3 -march=native")
    parser.add_argument("--repeat", type=int, default=5, help="how often each program runs")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--curve", help="numbers of threads; the table has a column for each, with gcc alone")
    parser.add_argument("--options", default="", help="further options of `loopwright optimize`")
    parser.add_argument("--peers", action="store_true", help="Polly and graphite, too")
    parser.add_argument("--csv", type=pathlib.Path)
    parser.add_argument("--keep", type=pathlib.Path, help="leave what is written and compiled here")
    arguments = parser.parse_args()
    tool = ROOT / "target/release/loopwright"
    if not tool.exists():
        sys.exit("first: cargo build --release -p loopwright")
    kernels = arguments.kernels or list(SIZES)
    unknown = [name for name in kernels if name not in SIZES]
    if unknown:
        sys.exit(f"unknown: {', '.join(unknown)}")
    flags = ["-std=gnu11", *arguments.cflags.split()]
    curve = [int(count) for count in arguments.curve.split(",")] if arguments.curve else []
    is_threaded = bool(curve) or arguments.threads > 1
    if not is_threaded:
        flags.append("-DKERNEL_CLOCK=CLOCK_PROCESS_CPUTIME_ID")
    compilers = [("gcc", "gcc")] + ([("clang", arguments.clang)] if has(arguments.clang) and not curve else [])
    plans = [(name, "plain", cc, [], arguments.threads) for name, cc in compilers]
    if arguments.peers and has("gcc", "-O2", "-floop-nest-optimize"):
        plans.append(("graphite", "plain", "gcc", ["-floop-nest-optimize"], arguments.threads))
    if arguments.peers and has(arguments.clang, "-O3", "-mllvm", "-polly"):
        polly = ["-mllvm", "-polly"]
        if is_threaded:
            polly += ["-mllvm", "-polly-parallel", "-fopenmp"]
        stripmine = [*polly, "-mllvm", "-polly-vectorizer=stripmine"]
        plans.append(("polly", "plain", arguments.clang, polly, arguments.threads))
        plans.append(("polly-sm", "plain", arguments.clang, stripmine, arguments.threads))
    openmp = ["-fopenmp"] if is_threaded else ["-fopenmp-simd"]
    if curve:
        plans += [(f"opt x{count}", "optimize", "gcc", openmp, count) for count in curve]
    else:
        plans += [(f"opt+{name}", "optimize", cc, openmp, arguments.threads) for name, cc in compilers]
    columns = [plan[0] for plan in plans]
    print(f"# {machine()}; {'; '.join(version_of(cc) for _, cc in compilers)}; {arguments.cflags}; "
          f"{arguments.curve or arguments.threads} thread(s)")
    print(f"{'kernel':<15}{'size':<5}{'plain s':>9}{'tool s':>8}" + "".join(f"{c:>10}" for c in columns) + "  opt best",
          flush=True)
    folder = arguments.keep or pathlib.Path(tempfile.mkdtemp(prefix="polybench-"))
    folder.mkdir(parents=True, exist_ok=True)
    rows, bad = [], 0
    for kernel in kernels:
        options, mark = defines(kernel, arguments.size)
        source = ROOT / f"kernels/{kernel}.c"
        written = folder / f"{kernel}.opt.c"
        command = [tool, "optimize", source, "-o", written, *options, *arguments.options.split()]
        if is_threaded:
            command.append("--parallel")
        start = time.monotonic()
        made = subprocess.run(command, capture_output=True, text=True)
        spent = time.monotonic() - start
        versions = []
        for column, text, cc, extra, threads in plans:
            binary = folder / f"{kernel}.{column.replace(' ', '')}"
            version = Version(column, binary, threads)
            path = source if text == "plain" else written
            if text == "optimize" and made.returncode != 0:
                version.failed = "refused"
            elif not compile_program(cc, flags, path, binary, [*options, *extra]):
                version.failed = "no code"
            versions.append(version)
        for _ in range(arguments.repeat):
            for version in versions:
                version.run(300)
        reference = versions[0]
        for version in versions[1:]:
            if version.output and reference.output and not same(
                    reference.output, version.output, TOLERANCE.get(kernel, 1e-9)):
                version.failed = "WRONG"
                bad += 1
        plain = [v.best() for v, plan in zip(versions, plans) if plan[0] in ("gcc", "clang") and v.best()]
        base = min(plain)
        ratios = {v.column: base / v.best() if v.best() else None for v in versions}
        ours = [ratios[c] for c in columns if c.startswith("opt") and ratios[c]]
        # Whoever cannot take our version keeps the plain one.
        ratios["best"] = max(ours, default=1.0)
        cells = "".join(f"{v.failed:>10}" if v.failed else f"{ratios[v.column]:>10.2f}" for v in versions)
        print(f"{kernel:<15}{mark:<5}{base:>9.4f}{spent:>8.2f}{cells}{ratios['best']:>10.2f}", flush=True)
        rows.append((kernel, mark, base, spent, ratios))
    means = []
    for column in [*columns, "best"]:
        known = [math.log(row[4][column]) for row in rows if row[4][column]]
        means.append(math.exp(sum(known) / len(known)) if known else float("nan"))
    print(f"{'geometric mean':<20}{'':>9}{sum(row[3] for row in rows):>8.2f}" + "".join(f"{mean:>10.2f}" for mean in means))
    if arguments.csv:
        with arguments.csv.open("w", newline="") as file:
            table = csv.writer(file)
            table.writerow(["kernel", "size", "plain seconds", "tool seconds", *columns, "best"])
            for kernel, mark, base, spent, ratios in rows:
                table.writerow([kernel, mark, base, spent, *(ratios[c] for c in [*columns, "best"])])
    if not arguments.keep:
        shutil.rmtree(folder)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
