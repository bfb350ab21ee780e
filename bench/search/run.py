#!/usr/bin/env python3
"""What `loopwright search` finds beyond `loopwright optimize`, for computations of PolyBench.

For each computation one search with gcc and clang. The first version that a search measures is what `optimize`
takes; times are those of the processor, speedups over the better plain compiler.

    python3 bench/search/run.py gemm syrk                # two minutes each
    python3 bench/search/run.py --budget 30s --csv t.csv
    python3 bench/search/run.py --exhaustive gemver      # is the best interleaving found? all are measured first

Needs target/release/loopwright and gcc; clang takes part if it is there.
"""

import argparse
import csv
import importlib.util
import json
import math
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
KERNELS = ["gemver", "gemm", "syrk", "symm", "cholesky", "doitgen", "trmm"]


def polybench():
    """The table of sizes is that of the other benchmark."""
    path = ROOT / "bench/polybench/run.py"
    spec = importlib.util.spec_from_file_location("polybench", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def search(kernel, defines, arguments, folder, *more):
    tool = ROOT / "target/release/loopwright"
    compilers = [one for one in arguments.cc.split(",") if shutil.which(one)]
    command = [
        tool, "search", ROOT / f"kernels/{kernel}.c", *defines, "--cc", ",".join(compilers),
        "--cflags", f"{arguments.cflags} -DKERNEL_CLOCK=CLOCK_PROCESS_CPUTIME_ID",
        "--budget", arguments.budget, "--folder", folder, "--format", "json", "-o", folder / "fast.c",
        "--script", folder / "fast.lw", "--report", folder / "report.html", *more,
    ]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{kernel}: exit code {done.returncode}\n{done.stderr}")
    return json.loads(done.stdout)


def speedup(one):
    return one.get("speedup", 0.0) if one else 1.0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("kernels", nargs="*", metavar="KERNEL")
    parser.add_argument("--budget", default="2m", help="for each search")
    parser.add_argument("--size", choices=["large", "small"], default="large", help="small: the kernels' own sizes")
    parser.add_argument("--cc", default="gcc,clang")
    parser.add_argument("--cflags", default="-O3 -march=native")
    parser.add_argument("--exhaustive", action="store_true", help="first measure all interleavings")
    parser.add_argument("--csv", type=pathlib.Path)
    parser.add_argument("--keep", type=pathlib.Path, help="leave measurements, scripts and reports here")
    arguments = parser.parse_args()
    base = polybench()
    folder = arguments.keep or pathlib.Path(tempfile.mkdtemp(prefix="search-"))
    print(f"# {base.machine()}, load {os.getloadavg()[0]:.1f}; {arguments.cflags}; {arguments.budget} each")
    titles = ["kernel", "plain s", "optimize", "search", "with", "versions", "refused", "beyond ms"]
    if arguments.exhaustive:
        titles += ["interleavings", "best of them"]
    print("".join(f"{title:>14}" for title in titles), flush=True)
    rows, missed = [], []
    for kernel in arguments.kernels or KERNELS:
        defines, _ = base.defines(kernel, arguments.size)
        own = folder / kernel
        own.mkdir(parents=True, exist_ok=True)
        every = None
        if arguments.exhaustive:
            # A folder of its own: the search must not know what was measured.
            all_folder = own / "exhaustive"
            all_folder.mkdir(exist_ok=True)
            every = search(kernel, defines, arguments, all_folder, "--exhaustive")
        found = search(kernel, defines, arguments, own)
        plain = min(one["seconds"] for one in found["originals"])
        first = max((speedup(one) for one in found["versions"] if one["number"] == 1), default=0.0)
        best = found["best"]
        row = [kernel, f"{plain:.4f}", f"{first:.2f}", f"{speedup(best):.2f}", best["compiler"] if best else "-",
               found["measured"], found["refused"], f"{1000 * found['seconds']['beyond']:.0f}"]
        if every:
            row += [every["measured"], f"{speedup(every['best']):.2f}"]
            # Two measurements of one version differ by a few percent.
            if speedup(best) < 0.97 * speedup(every["best"]):
                missed.append(kernel)
        print("".join(f"{cell:>14}" for cell in row), flush=True)
        rows.append(row)
    for name, column in [("optimize", 2), ("search", 3)]:
        values = [max(float(row[column]), 1e-9) for row in rows]
        mean = math.exp(sum(map(math.log, values)) / len(values))
        print(f"geometric mean of {name}: {mean:.2f}")
    if arguments.csv:
        with arguments.csv.open("w", newline="") as file:
            csv.writer(file).writerows([titles, *rows])
    if not arguments.keep:
        shutil.rmtree(folder)
    if missed:
        sys.exit(f"an interleaving is faster than what was found: {', '.join(missed)}")


if __name__ == "__main__":
    main()
