#!/usr/bin/env python3
"""What storage is worth: two programs with their scripts, proved, compiled, run, compared.

    python3 bench/storage/run.py [product|jacobi] [--sizes 512,1024,2048] [--repeat 5]
                                 [--cc gcc] [--cflags='-O3 -march=native -fopenmp-simd'] [--keep DIR]

product: a matrix product as a script, against the same script without `pack`, against the loops as
they are in the source and with the two inner ones interchanged, and against OpenBLAS with one thread (libopenblas-dev).

jacobi: a stencil with all its time steps in an array, against the same contracted by `modulo`, with
and without tiles in time, and against two arrays that are written in turn. How few time steps can be
kept is found by asking: the smallest number that is proved to be legal.

All versions of a program take turns in one process; their best processor times count. Every result
is compared with that of the first version; if one differs, the exit code is 1.

The product is taken from target/release; build it first: cargo build --release -p loopwright
"""

import argparse
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
# The size of the grid is in jacobi.lw, too.
GRID, STEPS = 2000, 32


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("programs", nargs="*", default=["product", "jacobi"])
    parser.add_argument("--sizes", default="512,1024,2048", help="of the product: multiples of 256")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--cc", default="gcc")
    parser.add_argument("--cflags", default="-O3 -march=native -fopenmp-simd")
    parser.add_argument("--program", default=ROOT / "target/release/loopwright", help="the loopwright to use")
    parser.add_argument("--keep", help="leave the C files here")
    options = parser.parse_args()
    if not pathlib.Path(options.program).exists():
        sys.exit("first: cargo build --release -p loopwright")
    compiler = subprocess.run([options.cc, "--version"], capture_output=True, text=True, check=True)
    print(f"{compiler.stdout.splitlines()[0]}, {options.cflags}; load {os.getloadavg()[0]:.1f}")
    # The stencil with all its steps needs a gigabyte on the stack.
    hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
    resource.setrlimit(resource.RLIMIT_STACK, (hard, hard))
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options, pathlib.Path(options.keep or folder))
        bench.folder.mkdir(parents=True, exist_ok=True)
        if "product" in options.programs:
            for size in map(int, options.sizes.split(",")):
                failed |= product(bench, size)
        if "jacobi" in options.programs:
            failed |= jacobi(bench)
    sys.exit(1 if failed else 0)


def product(bench, size):
    script = (HERE / "product.lw").read_text()
    unpacked = "".join(line for line in script.splitlines(True) if not line.startswith("pack("))
    files = {
        "plain": HERE / "product.c",
        "interchanged": bench.transform("product", f"interchanged-{size}", "interchange(S.j, S.k)\n", SIZE=size),
        "unpacked": bench.transform("product", f"unpacked-{size}", unpacked, SIZE=size),
        "packed": bench.transform("product", f"packed-{size}", script, SIZE=size),
    }
    found, failed = bench.measure("product", files, ["-lopenblas"], SIZE=size)
    best = found["openblas"][0]
    print(f"\nproduct, n = {size}\n{'':<18}{'GFlop/s':>9}{'of OpenBLAS':>13}{'difference':>12}")
    for name, (seconds, difference) in found.items():
        print(f"{name:<18}{2e-9 * size**3 / seconds:>9.1f}{best / seconds:>12.0%} {difference:>12}")
    return failed


def jacobi(bench):
    sizes = {"SIZE": GRID, "STEPS": STEPS}
    script = (HERE / "jacobi.lw").read_text()
    files = {"full": HERE / "jacobi.c", "tiled": bench.transform("jacobi", "tiled", script, **sizes)}
    cells = {"full": STEPS + 1, "tiled": STEPS + 1, "two_arrays": 2}
    for name, order in [("contracted", ""), ("tiled_contracted", script)]:
        cells[name] = bench.fewest(order, **sizes)
        contracted = f"{order}modulo(A, 0, {cells[name]})\n"
        files[name] = bench.transform("jacobi", name, contracted, **sizes)
    found, failed = bench.measure("jacobi", files, [], **sizes)
    usual = found["two_arrays"][0]
    print(f"\njacobi, {GRID} x {GRID}, {STEPS} steps\n{'':<18}{'steps kept':>11}{'ms':>9}{'speedup':>10}{'difference':>12}")
    for name, (seconds, difference) in found.items():
        print(f"{name:<18}{cells[name]:>11}{1e3 * seconds:>9.1f}{usual / seconds:>9.2f}x {difference:>11}")
    return failed


class Bench:
    """The programs used, and the folder for what they write."""

    def __init__(self, options, folder):
        self.options = options
        self.folder = folder

    def transform(self, program, name, script, **sizes):
        """The file with the program after a script, which is proved on the way."""
        result = self.folder / f"{name}.c"
        command = self.loopwright("transform", program, name, script, sizes)
        run = subprocess.run([*command, "-o", result], capture_output=True, text=True)
        if run.returncode != 0:
            sys.exit(f"{name}: {run.stderr}")
        return result

    def fewest(self, order, **sizes):
        """The smallest number of time steps that can be kept."""
        for cells in range(1, STEPS + 2):
            script = f"{order}modulo(A, 0, {cells})\n"
            command = self.loopwright("check", "jacobi", f"cells-{cells}", script, sizes)
            run = subprocess.run(command, capture_output=True, text=True)
            if run.returncode == 0:
                return cells
            # LW0509 is a value that is overwritten before it is read; anything else is a mistake of ours.
            if "LW0509" not in run.stderr + run.stdout:
                sys.exit(f"{cells} cells: {run.stderr}")
        sys.exit("no number of cells is legal")

    def loopwright(self, command, program, name, script, sizes):
        path = self.folder / f"{name}.lw"
        path.write_text(script)
        return [self.options.program, command, HERE / f"{program}.c", path, *definitions(sizes)]

    def measure(self, program, files, libraries, **sizes):
        """The time and the difference of each version, and whether one differs too much."""
        compile = [self.options.cc, *self.options.cflags.split(), *definitions(sizes)]
        objects = []
        for name, file in files.items():
            objects.append(self.folder / f"{name}.o")
            subprocess.run([*compile, f"-D{program}={name}", "-c", file, "-o", objects[-1]], check=True)
        executable = self.folder / program
        main = HERE / f"{program}_main.c"
        subprocess.run([*compile, main, *objects, *libraries, "-lm", "-o", executable], check=True)
        run = subprocess.run([executable, str(self.options.repeat)], capture_output=True, text=True)
        lines = [line.split() for line in run.stdout.splitlines()]
        if not lines:
            sys.exit(f"{program} ended with {run.returncode}: {run.stderr}")
        if run.returncode != 0:
            print(f"{program}: RESULTS DIFFER")
        found = {name: (float(seconds), difference) for name, seconds, difference in lines}
        return found, run.returncode != 0


def definitions(sizes):
    return [f"-D{name}={value}" for name, value in sizes.items()]


if __name__ == "__main__":
    main()
