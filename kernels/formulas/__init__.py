"""The formulas of the kernels: one function per kernel that returns its live-out arrays.

They are computed by numpy's linear algebra (products, solutions of systems, factorisations), by
whole-array formulas, or by recursion with memory for the dynamic programs, so that a mistake in
a kernel's loops is not repeated here. This module has what they share; importing `polybench`,
`papers`, `nests` and `everyday` fills FORMULAS."""

import numpy as np

FORMULAS = {}


def formula(name, *sizes, tolerance=1e-9):
    """Registers the function that returns the live-out arrays of a kernel, in the order in which
    the kernel prints them.

    `sizes` are dictionaries of the macros to define; they are the function's arguments too."""

    def register(function):
        FORMULAS[name] = (function, sizes, tolerance)
        return function

    return register


# The data, as in kernel.h.


def datum(salt, count):
    mask = np.uint64(0xFFFFFFFF)
    x = np.arange(count, dtype=np.uint64) * np.uint64(0x9E3779B1)
    x = (x + np.uint64(salt) * np.uint64(0x85EBCA6B)) & mask
    x ^= x >> np.uint64(15)
    x = (x * np.uint64(0x2C1B3C6D)) & mask
    x ^= x >> np.uint64(12)
    x = (x * np.uint64(0x297A2D39)) & mask
    x ^= x >> np.uint64(15)
    return (x & np.uint64(255)).astype(np.int64)


def fill(salt, *shape):
    return (datum(salt, int(np.prod(shape))) + 1).reshape(shape) / 256.0


# A double of a new array (kernel.h: bytes 0x40) that no statement writes.
UNSET = float(np.frombuffer(b"\x40" * 8)[0])

# The scalar arguments of the kernels that have them.
ALPHA, BETA = 1.5, 1.25

# Shapes that several kernels share.

SQUARE = ({"N": 7}, {"N": 4}, {"N": 1})
RECTANGLE = ({"M": 5, "N": 8}, {"M": 9, "N": 4})
STEPS = ({"TSTEPS": 3, "N": 7}, {"TSTEPS": 4, "N": 9}, {"TSTEPS": 5, "N": 3})
T_STEPS = ({"T": 3, "N": 7}, {"T": 4, "N": 9}, {"T": 5, "N": 4})


def dominant(salt, n):
    return fill(salt, n, n) + n * np.eye(n)


def lu_in_place(a):
    """L below and U on and above the diagonal, by Schur complements; checked as a product."""
    n = len(a)
    schur = a.copy()
    for k in range(n - 1):
        schur[k + 1 :, k] /= schur[k, k]
        schur[k + 1 :, k + 1 :] -= np.outer(schur[k + 1 :, k], schur[k, k + 1 :])
    lower = np.tril(schur, -1) + np.eye(n)
    assert np.allclose(lower @ np.triu(schur), a)
    return schur


def sweep(cells, weights):
    """One Gauss-Seidel sweep as a linear system: row r of `weights` gives the new value of cell
    r from new values of cells before it and old values of the others."""
    earlier = np.tril(weights, -1)
    return np.linalg.solve(np.eye(len(cells)) - earlier, (weights - earlier) @ cells)


def mean_and_centred(x):
    mean = x.sum(axis=0) / len(x)
    return mean, x - mean
