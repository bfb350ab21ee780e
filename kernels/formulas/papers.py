"""Programs of the papers."""

import numpy as np

from . import (
    ALPHA,
    RECTANGLE,
    SQUARE,
    UNSET,
    datum,
    dominant,
    fill,
    formula,
    lu_in_place,
    mean_and_centred,
)


@formula("matmul", *SQUARE)
def _(N):
    return (fill(1, N, N) @ fill(2, N, N),)


@formula("div", {"N": 4}, {"N": 1}, {"N": 9})
def _(N):
    a = np.where(np.arange(N) < 4, np.arange(N) + 1.0, np.repeat(fill(1, N), 2)[:N])
    # a[i] a[i-2] ... / (a[i-1] a[i-3] ...)
    result = [np.prod(a[i::-2]) / np.prod(a[i - 1 :: -2] if i else []) for i in range(N)]
    if N == 4:
        assert np.allclose(result, [1, 2, 3 / 2, 8 / 3])  # as the paper says
    return (result,)


@formula("threematmat", *SQUARE)
def _(N):
    a, b, d, e = (fill(salt, N, N) for salt in range(1, 5))
    return a @ b, d @ e, a @ b @ d @ e


@formula("advect3d", {"NX": 3, "NY": 4, "NZ": 5}, {"NX": 6, "NY": 1, "NZ": 2})
def _(NX, NY, NZ):
    shape = (NX + 6, NY + 6, NZ + 6)
    a = fill(1, *shape)
    fluxes = []
    change = np.zeros((NX, NY, NZ))
    taps = np.array([1.0, -8.0, 37.0, 37.0, -8.0, 1.0]) / 60.0
    for axis in range(3):
        # One face more than cells along the axis.
        faces = tuple(
            slice(3, extent - 3 + (1 if other == axis else 0)) for other, extent in enumerate(shape)
        )
        flux = np.full(shape, UNSET)
        flux[faces] = fill(2 + axis, *shape)[faces] * sum(
            tap * np.roll(a, 3 - offset, axis)[faces] for offset, tap in enumerate(taps)
        )
        fluxes.append(flux)
        change -= np.diff(flux[faces], axis=axis)
    a[3:-3, 3:-3, 3:-3] += change
    return a, *fluxes


@formula("varcovar", *RECTANGLE)
def _(M, N):
    x = fill(1, N + 1, M + 1)
    v, mean = np.full((M + 1, M + 1), UNSET), np.full(M + 1, UNSET)
    mean[1:], x[1:, 1:] = mean_and_centred(x[1:, 1:])
    v[1:, 1:] = np.cov(x[1:, 1:].T)
    return x, v, mean


@formula("convexity-atax", *RECTANGLE)
def _(M, N):
    a, x = fill(1, M, N), fill(2, N)
    return a @ x, a.T @ (a @ x)


@formula("convexity-doitgen", {"NR": 3, "NQ": 4, "NP": 5}, {"NR": 5, "NQ": 2, "NP": 7})
def _(NR, NQ, NP):
    a = np.einsum("rqs,sp->rqp", fill(1, NR, NQ, NP), fill(2, NP, NP))
    return a, a


@formula("convexity-ludcmp", *SQUARE)
def _(N):
    a, b = dominant(1, N), fill(2, N)
    factors = lu_in_place(a)
    y = np.linalg.solve(np.tril(factors, -1) + np.eye(N), b)
    return factors, y, np.linalg.solve(a, b)


@formula("convexity-correl", *RECTANGLE)
def _(M, N):
    data = (fill(1, N, M) - fill(2, M)) / (np.sqrt(N) * fill(3, M))
    corr = data.T @ data
    np.fill_diagonal(corr, 1.0)
    corr[-1, -1] = UNSET
    return data, corr


@formula("olda", {"NP": 5, "MORB": 7}, {"NP": 8, "MORB": 3})
def _(NP, MORB):
    lower = np.tril(fill(1, NP + 1, NP + 1)[1:, 1:])
    result = np.zeros((MORB + 1, NP + 1))
    result[1:, 1:] = fill(2, NP + 1, MORB + 1)[1:, 1:].T @ (lower + lower.T)
    return (result,)


def forward_substitution(a, b):
    """b and the sums after b[i] := b[i] - sum_{j<i} a[j][i] b[j]."""
    solution = np.linalg.solve(np.triu(a, 1).T + np.eye(len(b)), b)
    return solution, b - solution


@formula("chosol", *SQUARE)
def _(N):
    b, sums = fill(2, N + 1), np.full(N + 1, UNSET)
    b[1:], sums[1:] = forward_substitution(fill(1, N + 1, N + 1)[1:, 1:] / N, b[1:])
    sums[1] = UNSET  # the loop starts at 2
    return b, sums


@formula("astgen-fig3", *SQUARE)
def _(N):
    return forward_substitution(fill(1, N, N) / N, fill(2, N))


@formula("syr2k-banded", {"N": 9, "B_WIDTH": 3}, {"N": 4, "B_WIDTH": 6}, {"N": 7, "B_WIDTH": 1})
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


formula("lu-kij", *SQUARE)(lu_from_one)
formula("gauss-ijk", *SQUARE)(lu_from_one)


@formula("mean-roberts", {"L": 7, "W": 9}, {"L": 8, "W": 5})
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


@formula("deviation-fig5", *SQUARE)
def _(N):
    b, last = fill(2, N + 1), fill(1, N + 2)[-1:]
    return b, last, b[1:], last
