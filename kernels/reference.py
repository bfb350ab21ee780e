#!/usr/bin/env python3
"""Compares what the kernels compute with the formula they stand for.

Each kernel is compiled with -DDUMP at small, unequal sizes; the live-out cells it prints are
compared with those that `formulas` computes.

    kernels/reference.py [NAME...]        needs numpy and a C compiler (CC, default gcc)
"""

import os
import subprocess
import sys
import tempfile

import numpy as np

from formulas import FORMULAS, everyday, nests, papers, polybench  # noqa: F401 (they fill FORMULAS)

HERE = os.path.dirname(os.path.abspath(__file__))


class Failure(Exception):
    """A kernel that is not what its formula says; the message tells how."""


def dumped(name, sizes, program):
    """The live-out cells that the kernel prints."""
    options = [f"-D{macro}={size}" for macro, size in sizes.items()]
    command = [
        os.environ.get("CC", "gcc"),
        "-std=gnu11",
        "-O1",
        "-ffp-contract=off",
        "-w",
        "-DDUMP",
    ]
    source = os.path.join(HERE, name + ".c")
    output = ""
    for step in ([*command, *options, source, "-o", program, "-lm"], [program]):
        done = subprocess.run(step, check=False, capture_output=True, text=True)
        if done.returncode != 0:
            raise Failure(f"{step[0]} ended with {done.returncode}: {done.stderr[:300]}")
        output = done.stdout
    *cells, last = output.splitlines() or [""]
    if not last.startswith(name + " checksum="):
        raise Failure(f"no checksum in the last line, {last!r}")
    return np.array([float(cell) for cell in cells])


def compare(name, sizes, function, tolerance, program):
    """The number of cells compared; raises Failure."""
    parts = [np.asarray(part, dtype=float).ravel() for part in function(**sizes)]
    expected = np.concatenate(parts)
    found = dumped(name, sizes, program)
    if len(found) != len(expected):
        raise Failure(f"{len(found)} cells, {len(expected)} expected")
    close = np.isclose(found, expected, rtol=tolerance, atol=tolerance)
    if not close.all():
        cell = int(np.argmin(close))
        raise Failure(
            f"cell {cell} is {found[cell]}, not {expected[cell]} ({(~close).sum()} cells differ)"
        )
    return len(found)


def main():
    present = sorted(file[:-2] for file in os.listdir(HERE) if file.endswith(".c"))
    names = sys.argv[1:] or present
    failures = compared = 0
    for name in sorted(set(names) - set(FORMULAS)):
        print(f"FAIL {name}: no formula")
        failures += 1
    for name in sorted(set(FORMULAS) - set(present)):
        print(f"FAIL {name}: a formula without a kernel")
        failures += 1
    with tempfile.TemporaryDirectory() as directory:
        program = os.path.join(directory, "program")
        for name in names:
            function, all_sizes, tolerance = FORMULAS.get(name, (None, (), 0))
            for sizes in all_sizes:
                try:
                    compared += compare(name, sizes, function, tolerance, program)
                except Failure as failure:
                    print(f"FAIL {name} {sizes}: {failure}")
                    failures += 1
    print(f"{len(names)} kernels, {compared} cells compared, {failures} failures")
    return 1 if failures or compared == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
