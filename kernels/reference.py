#!/usr/bin/env python3
"""Compares what the kernels compute with the formula they stand for.

Each kernel is compiled with -DDUMP at small, unequal sizes; the live-out cells it prints are
compared with those computed here from the mathematics: by numpy's linear algebra (products,
solutions of systems, factorisations), by whole-array formulas, or by recursion with memory for
the dynamic programs, so that a mistake in a loop is not repeated here.

    kernels/reference.py [NAME...]        needs numpy and a C compiler (CC, default gcc)
"""

import functools
import os
import subprocess
import sys
import tempfile

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
REFERENCES = {}


def reference(name, *sizes, tolerance=1e-9):
    """Registers the function that returns the live-out arrays of a kernel.

    `sizes` are dictionaries of the macros to define; they are the function's arguments too."""

    def register(function):
        REFERENCES[name] = (function, sizes, tolerance)
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


# Linear algebra.

ALPHA, BETA = 1.5, 1.25


@reference("2mm", {"NI": 3, "NJ": 5, "NK": 7, "NL": 4}, {"NI": 8, "NJ": 2, "NK": 3, "NL": 9})
def _(NI, NJ, NK, NL):
    tmp = ALPHA * fill(1, NI, NK) @ fill(2, NK, NJ)
    return tmp, tmp @ fill(3, NJ, NL) + BETA * fill(4, NI, NL)


@reference("3mm", {"NI": 3, "NJ": 5, "NK": 7, "NL": 4, "NM": 6})
def _(NI, NJ, NK, NL, NM):
    e = fill(1, NI, NK) @ fill(2, NK, NJ)
    f = fill(3, NJ, NM) @ fill(4, NM, NL)
    return e, f, e @ f


@reference("atax", *RECTANGLE)
def _(M, N):
    a, x = fill(1, M, N), fill(2, N)
    return a @ x, a.T @ (a @ x)


@reference("bicg", *RECTANGLE)
def _(M, N):
    a = fill(1, N, M)
    return a.T @ fill(3, N), a @ fill(2, M)


@reference("cholesky", *SQUARE)
def _(N):
    a = np.tril(fill(1, N, N))
    a = a + np.tril(a, -1).T + N * np.eye(N)
    return (np.linalg.cholesky(a) + np.triu(a, 1),)


@reference("doitgen", {"NR": 3, "NQ": 4, "NP": 5}, {"NR": 5, "NQ": 2, "NP": 7})
def _(NR, NQ, NP):
    a = np.einsum("rqs,sp->rqp", fill(1, NR, NQ, NP), fill(2, NP, NP))
    return a, a[-1, -1]


@reference("durbin", {"N": 2}, {"N": 5}, {"N": 9})
def _(N):
    r = fill(1, N) / (2.0 * (np.arange(N) + 2.0) ** 2)
    column = np.concatenate(([1.0], r))
    toeplitz = column[np.abs(np.subtract.outer(np.arange(N), np.arange(N)))]
    y = np.linalg.solve(toeplitz, -r)
    return y, np.concatenate((y[:-1], [UNSET]))


@reference("gemm", {"NI": 3, "NJ": 5, "NK": 7}, {"NI": 8, "NJ": 2, "NK": 3})
def _(NI, NJ, NK):
    return (ALPHA * fill(2, NI, NK) @ fill(3, NK, NJ) + BETA * fill(1, NI, NJ),)


@reference("gemver", *SQUARE)
def _(N):
    u1, v1, u2, v2, y, z = (fill(salt, N) for salt in range(2, 8))
    a = fill(1, N, N) + np.outer(u1, v1) + np.outer(u2, v2)
    x = BETA * a.T @ y + z
    return a, x, ALPHA * a @ x


@reference("gesummv", *SQUARE)
def _(N):
    x = fill(3, N)
    tmp = fill(1, N, N) @ x
    return tmp, ALPHA * tmp + BETA * fill(2, N, N) @ x


@reference("gramschmidt", {"M": 5, "N": 5}, {"M": 9, "N": 4}, {"M": 7, "N": 6})
def _(M, N):
    a = fill(1, M, N) + N * np.eye(M, N)
    q, r = np.linalg.qr(a)
    signs = np.sign(np.diag(r))
    q, r = q * signs, signs[:, None] * r
    return q * np.diag(r), np.where(np.tri(N, k=-1), UNSET, r), q


@reference("lu", *SQUARE)
def _(N):
    return (lu_in_place(dominant(1, N)),)


@reference("ludcmp", *SQUARE)
def _(N):
    a, b = dominant(1, N), fill(2, N)
    factors = lu_in_place(a)
    y = np.linalg.solve(np.tril(factors, -1) + np.eye(N), b)
    return factors, y, np.linalg.solve(a, b)


@reference("mvt", *SQUARE)
def _(N):
    a = fill(1, N, N)
    return fill(2, N) + a @ fill(4, N), fill(3, N) + a.T @ fill(5, N)


@reference("symm", *RECTANGLE)
def _(M, N):
    lower = np.tril(fill(2, M, M))
    a = lower + np.tril(lower, -1).T
    return (ALPHA * a @ fill(3, M, N) + BETA * fill(1, M, N),)


def lower_update(c, update):
    return (np.tril(BETA * c + update) + np.triu(c, 1),)


@reference("syr2k", *RECTANGLE)
def _(M, N):
    a, b = fill(2, N, M), fill(3, N, M)
    return lower_update(fill(1, N, N), ALPHA * (a @ b.T + b @ a.T))


@reference("syrk", *RECTANGLE, tolerance=1e-5)
def _(M, N):
    a = fill(2, N, M)
    return lower_update(fill(1, N, N), ALPHA * a @ a.T)


@reference("trisolv", *SQUARE)
def _(N):
    return (np.linalg.solve(np.tril(dominant(1, N)), fill(2, N)),)


@reference("trmm", *RECTANGLE)
def _(M, N):
    a = np.tril(fill(1, M, M), -1) + np.eye(M)
    return (ALPHA * a.T @ fill(2, M, N),)


# Data mining, images, dynamic programming.


def mean_and_centred(x):
    mean = x.sum(axis=0) / len(x)
    return mean, x - mean


@reference("correlation", *RECTANGLE, {"M": 6, "N": 2})
def _(M, N):
    mean, data = mean_and_centred(fill(1, N, M))
    stddev = np.sqrt((data**2).sum(axis=0) / N)
    stddev[stddev <= 0.1] = 1.0
    data /= np.sqrt(N) * stddev
    corr = data.T @ data
    np.fill_diagonal(corr, 1.0)
    return data, corr, mean, stddev


@reference("covariance", *RECTANGLE)
def _(M, N):
    mean, data = mean_and_centred(fill(1, N, M))
    return data, np.cov(data.T), mean


@reference("deriche", {"W": 5, "H": 8}, {"W": 9, "H": 4}, tolerance=1e-5)
def _(W, H):
    alpha = 0.25
    e = np.exp(-alpha)
    k = (1 - e) ** 2 / (1 + 2 * alpha * e - e**2)
    a1, a2, a3, a4 = k, k * e * (alpha - 1), k * e * (alpha + 1), -k * e**2
    b1, b2 = 2.0**-alpha, -(e**2)

    def filters(n):
        """The causal and the anticausal filter of n cells as matrices."""
        one, before, after = np.eye(n), np.eye(n, k=-1), np.eye(n, k=1)
        causal = np.linalg.solve(one - b1 * before - b2 * before @ before, a1 * one + a2 * before)
        recursion = one - b1 * after - b2 * after @ after
        return causal, np.linalg.solve(recursion, a3 * after + a4 * after @ after)

    causal, anticausal = filters(H)
    rows = fill(1, W, H) @ (causal + anticausal).T
    causal, anticausal = filters(W)
    y1, y2 = causal @ rows, anticausal @ rows
    return y1 + y2, np.stack((y1, y2), axis=-1)


@reference("floyd-warshall", *SQUARE, {"N": 25})
def _(N):
    d = datum(1, N * N).reshape(N, N)
    path = np.where(d < 32, d + 1, 999 + d)
    np.fill_diagonal(path, 0)
    for _ in range(N):  # one more edge each time
        path = (path[:, :, None] + path[None, :, :]).min(axis=1)
    return (path,)


@reference("nussinov", *SQUARE, {"N": 20})
def _(N):
    bases = datum(1, N) % 4

    @functools.cache
    def most(i, j):
        if i >= j:
            return 0
        pair = 1 if i < j - 1 and bases[i] + bases[j] == 3 else 0
        splits = (most(i, k) + most(k + 1, j) for k in range(i, j))
        return max(most(i + 1, j - 1) + pair, *splits)

    return ([[most(i, j) for j in range(N)] for i in range(N)],)


# Stencils.


@reference("adi", *STEPS)
def _(TSTEPS, N):
    dx, dt = 1.0 / N, 1.0 / TSTEPS
    a = -2.0 * dt / dx**2 / 2.0
    b = 1.0 + 2.0 * dt / dx**2
    d = -dt / dx**2 / 2.0
    e = 1.0 + dt / dx**2

    def implicit(known, off, on, weight):
        """Solves off w[j-1] + on w[j] + off w[j+1] = -weight known[i-1][j] + ... along j for
        every interior i, with 1 at both ends."""
        solved = np.zeros((N, N))
        matrix = on * np.eye(N) + off * (np.eye(N, k=1) + np.eye(N, k=-1))
        matrix[0], matrix[-1] = np.eye(N)[0], np.eye(N)[-1]
        for i in range(1, N - 1):
            right = (1 + 2 * weight) * known[i] - weight * (known[i - 1] + known[i + 1])
            right[0] = right[-1] = 1.0
            solved[i] = np.linalg.solve(matrix, right)
        return solved

    def inside(new, old):
        """Rows 1..N-2 of `new`; the other cells of `old`."""
        result = old.copy()
        result[1:-1] = new[1:-1]
        return result

    u, v = fill(1, N, N), np.full((N, N), UNSET)
    for _ in range(TSTEPS):
        v = inside(implicit(u.T, a, b, d), v.T).T
        before = v
        u = inside(implicit(v, d, e, a), u)
    # The coefficients of the last elimination: u[j] = p[j] u[j+1] + q[j].
    p, q = np.full((2, N, N), UNSET)
    p[1:-1, 0], q[1:-1, 0] = 0.0, 1.0
    for j in range(1, N - 1):
        p[1:-1, j] = -d / (d * p[1:-1, j - 1] + e)
        q[1:-1, j] = u[1:-1, j] - p[1:-1, j] * u[1:-1, j + 1]
    return u, before, p, q


@reference("fdtd-2d", {"TMAX": 3, "NX": 5, "NY": 7}, {"TMAX": 4, "NX": 8, "NY": 3})
def _(TMAX, NX, NY):
    ex, ey, hz = (fill(salt, NX, NY) for salt in (1, 2, 3))
    for source in fill(4, TMAX):
        ey[0] = source
        ey[1:] -= 0.5 * np.diff(hz, axis=0)
        ex[:, 1:] -= 0.5 * np.diff(hz, axis=1)
        hz[:-1, :-1] -= 0.7 * (np.diff(ex, axis=1)[:-1] + np.diff(ey, axis=0)[:, :-1])
    return ex, ey, hz


def two_buffers(a, b, steps, update):
    """a to b and back on interior cells, `steps` times."""
    interior = (slice(1, -1),) * a.ndim
    for _ in range(steps):
        b[interior] = update(a)
        a[interior] = update(b)
    return a, b


@reference("heat-3d", *STEPS)
def _(TSTEPS, N):
    def update(x):
        old = x[1:-1, 1:-1, 1:-1]
        neighbours = (
            x[2:, 1:-1, 1:-1] + x[:-2, 1:-1, 1:-1] + x[1:-1, 2:, 1:-1]
            + x[1:-1, :-2, 1:-1] + x[1:-1, 1:-1, 2:] + x[1:-1, 1:-1, :-2]
        )
        return old + 0.125 * (neighbours - 6.0 * old)

    return two_buffers(fill(1, N, N, N), fill(1, N, N, N), TSTEPS, update)


@reference("jacobi-1d", *STEPS)
def _(TSTEPS, N):
    update = lambda x: 0.33333 * np.convolve(x, np.ones(3), "valid")
    return two_buffers(fill(1, N), fill(2, N), TSTEPS, update)


@reference("jacobi-2d", *STEPS)
def _(TSTEPS, N):
    def update(x):
        cross = x[1:-1, 1:-1] + x[1:-1, :-2] + x[1:-1, 2:] + x[2:, 1:-1] + x[:-2, 1:-1]
        return cross / 5.0

    return two_buffers(fill(1, N, N), fill(2, N, N), TSTEPS, update)


@reference("seidel-2d", *STEPS)
def _(TSTEPS, N):
    weights = np.eye(N * N)
    for i in range(1, N - 1):
        for j in range(1, N - 1):
            row = np.zeros((N, N))
            row[i - 1 : i + 2, j - 1 : j + 2] = 1.0 / 9.0
            weights[i * N + j] = row.ravel()
    cells = fill(1, N * N)
    for _ in range(TSTEPS):
        cells = sweep(cells, weights)
    return (cells,)


# Programs of the papers.


@reference("matmul", *SQUARE)
def _(N):
    return (fill(1, N, N) @ fill(2, N, N),)


@reference("div", {"N": 4}, {"N": 1}, {"N": 9})
def _(N):
    a = np.where(np.arange(N) < 4, np.arange(N) + 1.0, np.repeat(fill(1, N), 2)[:N])
    # a[i] a[i-2] ... / (a[i-1] a[i-3] ...)
    result = [np.prod(a[i::-2]) / np.prod(a[i - 1 :: -2] if i else []) for i in range(N)]
    if N == 4:
        assert np.allclose(result, [1, 2, 3 / 2, 8 / 3])  # as the paper says
    return (result,)


@reference("threematmat", *SQUARE)
def _(N):
    a, b, d, e = (fill(salt, N, N) for salt in range(1, 5))
    return a @ b, d @ e, a @ b @ d @ e


@reference("advect3d", {"NX": 3, "NY": 4, "NZ": 5}, {"NX": 6, "NY": 1, "NZ": 2})
def _(NX, NY, NZ):
    shape = (NX + 6, NY + 6, NZ + 6)
    a = fill(1, *shape)
    fluxes = []
    change = np.zeros((NX, NY, NZ))
    taps = np.array([1.0, -8.0, 37.0, 37.0, -8.0, 1.0]) / 60.0
    for axis, size in enumerate((NX, NY, NZ)):
        # Faces 3..size+3 along the axis, cells 3..size+2 along the others.
        faces = tuple(
            slice(3, extent - 3 + (1 if other == axis else 0))
            for other, extent in enumerate(shape)
        )
        flux = np.full(shape, UNSET)
        flux[faces] = fill(2 + axis, *shape)[faces] * sum(
            tap * np.roll(a, 3 - offset, axis)[faces] for offset, tap in enumerate(taps)
        )
        fluxes.append(flux)
        change -= np.diff(flux[faces], axis=axis)
    a[3:-3, 3:-3, 3:-3] += change
    return a, *fluxes


@reference("varcovar", *RECTANGLE)
def _(M, N):
    x = fill(1, N + 1, M + 1)
    v, mean = np.full((M + 1, M + 1), UNSET), np.full(M + 1, UNSET)
    mean[1:], x[1:, 1:] = mean_and_centred(x[1:, 1:])
    v[1:, 1:] = np.cov(x[1:, 1:].T)
    return x, v, mean


@reference("olda", {"NP": 5, "MORB": 7}, {"NP": 8, "MORB": 3})
def _(NP, MORB):
    lower = np.tril(fill(1, NP + 1, NP + 1)[1:, 1:])
    result = np.zeros((MORB + 1, NP + 1))
    result[1:, 1:] = fill(2, NP + 1, MORB + 1)[1:, 1:].T @ (lower + lower.T)
    return (result,)


def forward_substitution(a, b):
    """b and the sums after b[i] := b[i] - sum_{j<i} a[j][i] b[j]."""
    solution = np.linalg.solve(np.triu(a, 1).T + np.eye(len(b)), b)
    return solution, b - solution


@reference("chosol", *SQUARE)
def _(N):
    b, sums = fill(2, N + 1), np.full(N + 1, UNSET)
    b[1:], sums[1:] = forward_substitution(fill(1, N + 1, N + 1)[1:, 1:] / N, b[1:])
    sums[1] = UNSET  # the loop starts at 2
    return b, sums


@reference("astgen-fig3", *SQUARE)
def _(N):
    return forward_substitution(fill(1, N, N) / N, fill(2, N))


@reference("syr2k-banded", {"N": 9, "B_WIDTH": 3}, {"N": 4, "B_WIDTH": 6}, {"N": 7, "B_WIDTH": 1})
def _(N, B_WIDTH):
    b = B_WIDTH

    def dense(salt):
        banded, full = fill(salt, N + 1, 2 * b), np.zeros((N + 1, N + 1))
        for k in range(1, N + 1):
            for i in range(max(1, k - b + 1), min(N, k + b - 1) + 1):
                full[k, i] = banded[k, i - k + b]
        return full

    a, other = dense(1), dense(2)
    full = ALPHA * (a.T @ other + other.T @ a)
    result = np.zeros((N + 1, 2 * b))
    for i in range(1, N + 1):
        diagonals = full[i, i : i + 2 * b - 1]
        result[i, 1 : 1 + len(diagonals)] = diagonals
    return (result,)


def lu_from_one(N):
    a = fill(1, N + 1, N + 1)
    a[1:, 1:] = lu_in_place(a[1:, 1:] + N * np.eye(N))
    return (a,)


reference("lu-kij", *SQUARE)(lu_from_one)
reference("gauss-ijk", *SQUARE)(lu_from_one)


@reference("mean-roberts", {"L": 7, "W": 9}, {"L": 8, "W": 5})
def _(L, W):
    image = datum(1, L * W).reshape(L, W)
    blurred = np.zeros((L, W), dtype=np.int64)
    windows = np.lib.stride_tricks.sliding_window_view(image, (3, 3))
    blurred[1:-1, 1:-1] = windows.sum(axis=(2, 3)) // 9
    edges = image.copy()
    one = np.abs(blurred[:-2, 1:] - blurred[2:, :-1])
    two = np.abs(blurred[2:, 1:] - blurred[:-2, :-1])
    # Entry [x][y] of the differences belongs to pixel [x+1][y+1].
    edges[1:-2, 2:-1] = (one + two)[:-1, 1:-1]
    return edges, blurred


@reference("deviation-fig5", *SQUARE)
def _(N):
    b, last = fill(2, N + 1), fill(1, N + 2)[-1:]
    return b, last, b[1:], last


# Other nests.


@reference("interchange", {"N": 5, "M": 8}, {"N": 9, "M": 4})
def _(N, M):
    start = fill(1, N, M)  # row i scaled by 2^i throughout
    # Along an antidiagonal everything comes from row 0 or from the last column.
    return ([[start[max(0, i + j - M + 1), min(i + j, M - 1)] for j in range(M)] for i in range(N)],)


@reference("matvec-transposed", *RECTANGLE)
def _(M, N):
    return (fill(1, N, M).T @ fill(2, N),)


@reference("seidel-1d", *T_STEPS)
def _(T, N):
    weights = np.eye(N)
    for i in range(1, N - 1):
        weights[i, i - 1 : i + 2] = 0.25, 0.5, 0.25
    cells = fill(1, N)
    for _ in range(T):
        cells = sweep(cells, weights)
    return (cells,)


@reference("wavefront", *RECTANGLE)
def _(M, N):
    weights = np.eye(N * M)
    for i in range(1, N):
        for j in range(1, M):
            weights[i * M + j] = 0.0
            weights[i * M + j, [(i - 1) * M + j, i * M + j - 1]] = 0.5
    return (sweep(fill(1, N * M), weights),)


@reference("lcs", *RECTANGLE, {"M": 30, "N": 25})
def _(M, N):
    x, y = datum(1, N) % 4, datum(2, M) % 4

    @functools.cache
    def longest(i, j):
        if i == 0 or j == 0:
            return 0
        if x[i - 1] == y[j - 1]:
            return longest(i - 1, j - 1) + 1
        return max(longest(i - 1, j), longest(i, j - 1))

    return ([[longest(i, j) for j in range(M + 1)] for i in range(N + 1)],)


@reference("polynomial-product", *RECTANGLE)
def _(M, N):
    return (np.convolve(fill(1, N), fill(2, M)),)


@reference("banded-matvec", {"N": 9, "K": 3}, {"N": 4, "K": 6})
def _(N, K):
    banded = fill(1, N, 2 * K + 1)
    full = sum(np.diag([banded[i, d + K] for i in range(N) if 0 <= i + d < N], d)
               for d in range(-min(K, N - 1), min(K, N - 1) + 1))
    return (full @ fill(2, N),)


@reference("lbm-1d", *T_STEPS)
def _(T, N):
    omega, shares = 0.75, np.array([4.0, 1.0, 1.0]) / 6.0
    buffers = [fill(1, N, 3), fill(1, N, 3)]
    for t in range(T):
        old = buffers[t % 2]
        streamed = np.stack((old[1:-1, 0], old[:-2, 1], old[2:, 2]), axis=1)
        density = streamed.sum(axis=1, keepdims=True)
        buffers[(t + 1) % 2][1:-1] = streamed + omega * (shares * density - streamed)
    return buffers


@reference("triangular-sums", *SQUARE)
def _(N):
    a = fill(1, N, N)
    lower = np.tril(a)
    return lower.sum(axis=1), lower.sum(axis=0), [lower.sum(), (a - lower).sum()]


@reference("prefix-sum", *RECTANGLE)
def _(M, N):
    image = datum(1, N * M).reshape(N, M)
    return image.cumsum(axis=0).cumsum(axis=1), [N * M]


@reference("convolution-2d", *RECTANGLE, tolerance=1e-6)
def _(M, N):
    windows = np.lib.stride_tricks.sliding_window_view(fill(1, N + 4, M + 4), (5, 5))
    return (np.einsum("ijpq,pq->ij", windows, fill(2, 5, 5)),)


@reference("red-black", *T_STEPS)
def _(T, N):
    u = fill(1, N, N)
    i, j = np.indices((N, N))
    inside = (i > 0) & (i < N - 1) & (j > 0) & (j < N - 1)
    for half_step in range(2 * T):
        mean = sum(np.roll(u, shift, axis) for shift in (1, -1) for axis in (0, 1)) / 4.0
        u = np.where(inside & ((i + j) % 2 == half_step % 2), mean, u)
    return (u,)


@reference("transpose", *SQUARE)
def _(N):
    return (fill(1, N, N).T,)


@reference("haar", {"N": 8}, {"N": 9}, {"N": 1})
def _(N):
    x = fill(1, N)
    even, odd = x[: N // 2 * 2 : 2], x[1::2]
    return (even + odd) / 2, (even - odd) / 2, x[N // 2 * 2 :]


@reference("back-substitution", *SQUARE)
def _(N):
    return (np.linalg.solve(np.triu(dominant(1, N)), fill(2, N)),)


@reference("periodic", *T_STEPS)
def _(T, N):
    smooth = lambda x: np.roll(x, 1) / 4 + x / 2 + np.roll(x, -1) / 4
    a = fill(1, N)
    for _ in range(T):
        b = smooth(a)
        a = smooth(b)
    return a, b


@reference("complex-matvec", *SQUARE)
def _(N):
    a = fill(1, N, N) + 1j * fill(2, N, N)
    y = a @ (fill(3, N) + 1j * fill(4, N))
    return (np.stack((y.real, y.imag), axis=1),)


@reference("matrix-chain", *SQUARE, {"N": 20})
def _(N):
    p = 1 + datum(1, N + 1) % 50

    @functools.cache
    def least(i, j):
        if i == j:
            return 0
        return min(least(i, k) + least(k + 1, j) + p[i] * p[k + 1] * p[j + 1] for k in range(i, j))

    return ([[least(i, j) if i <= j else -1 for j in range(N)] for i in range(N)],)


@reference("two-scops", *T_STEPS)
def _(T, N):
    lower = np.tril(fill(1, N, N))
    a = lower + np.tril(lower, -1).T
    x = fill(2, N)
    for _ in range(T):
        y = a @ x
        x = y / np.linalg.norm(y)
    return a, x, y, [np.linalg.norm(y)]


@reference("youcef", {"N": 5, "M": 8}, {"N": 8, "M": 5}, {"N": 1, "M": 1})
def _(N, M):
    a = fill(1, M + 1, N + 1)
    both = min(M, N)
    d, s, e = np.full((3, M + 1), UNSET)
    s[:] = 0.0
    d[1 : both + 1] = np.diag(a)[1:]
    s[1 : both + 1] = np.triu(a).sum(axis=1)[1 : both + 1]
    e[1:] = a[1:, N]
    return d, s, e


@reference("dot-unrolled", {"N": 8}, {"N": 11}, {"N": 2})
def _(N):
    products = fill(1, N) * fill(2, N)
    whole = N // 4 * 4
    r = products[:whole].reshape(-1, 4).sum(axis=0)
    r[0] += products[whole:].sum()
    return r, [products.sum()]


@reference("reverse", {"N": 5, "M": 8}, {"N": 4, "M": 7}, {"N": 3, "M": 1})
def _(N, M):
    a = fill(1, N, M)
    result = a[:, ::-1].copy()
    if M % 2:
        result[:, M // 2] *= -1
    return result, [a[-1, M // 2 - 1] if M > 1 else 0.0]


@reference("n-body", *SQUARE)
def _(N):
    p, mass = fill(1, N, 3), fill(2, N)
    apart = p[None, :, :] - p[:, None, :]
    factor = mass / ((apart**2).sum(axis=2) + 0.01) ** 1.5
    return (np.einsum("ij,ijc->ic", factor, apart),)


@reference("frame", *RECTANGLE, {"M": 1, "N": 4})
def _(M, N):
    a = fill(1, N, M)
    b = a.copy()
    b[1:-1, 1:-1] = (a[:-2, 1:-1] + a[2:, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:]) / 4.0
    return (b,)


def dumped(name, sizes, program):
    """The live-out cells that the kernel prints."""
    options = [f"-D{macro}={size}" for macro, size in sizes.items()]
    compiler = os.environ.get("CC", "gcc")
    source = os.path.join(HERE, name + ".c")
    command = [compiler, "-std=gnu11", "-O1", "-ffp-contract=off", "-w", "-DDUMP", *options]
    subprocess.run([*command, source, "-o", program, "-lm"], check=True)
    output = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    *cells, last = output.splitlines()
    assert last.startswith(name + " checksum="), last
    return np.array([float(cell) for cell in cells])


def main():
    present = sorted(file[:-2] for file in os.listdir(HERE) if file.endswith(".c"))
    names = sys.argv[1:] or present
    failures = compared = 0
    without = [name for name in names if name not in REFERENCES]
    stale = [name for name in REFERENCES if name not in present]
    for name in stale:
        print(f"FAIL {name}: a reference without a kernel")
        failures += 1
    with tempfile.TemporaryDirectory() as directory:
        program = os.path.join(directory, "program")
        for name in names:
            if name in without:
                continue
            function, all_sizes, tolerance = REFERENCES[name]
            for sizes in all_sizes:
                expected = [np.asarray(part, dtype=float).ravel() for part in function(**sizes)]
                expected = np.concatenate(expected)
                found = dumped(name, sizes, program)
                compared += len(found)
                if len(found) != len(expected):
                    print(f"FAIL {name} {sizes}: {len(found)} cells, {len(expected)} expected")
                    failures += 1
                    continue
                close = np.isclose(found, expected, rtol=tolerance, atol=tolerance)
                if not close.all():
                    cell = int(np.argmin(close))
                    print(f"FAIL {name} {sizes}: cell {cell} is {found[cell]!r}, "
                          f"not {expected[cell]!r} ({(~close).sum()} cells differ)")
                    failures += 1
    if without:
        print("no reference:", *without)
    print(f"{len(names) - len(without)} kernels, {compared} cells compared, {failures} failures")
    return 1 if failures or compared == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
