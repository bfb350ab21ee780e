"""Other well-known nests."""

import functools

import numpy as np

from . import (
    RECTANGLE,
    SQUARE,
    T_STEPS,
    UNSET,
    datum,
    dominant,
    fill,
    formula,
    sweep,
)


@formula("interchange", {"N": 5, "M": 8}, {"N": 9, "M": 4})
def _(N, M):
    start = fill(1, N, M)  # row i scaled by 2^i throughout
    # Along an antidiagonal everything comes from row 0 or from the last column.
    return (
        [[start[max(0, i + j - M + 1), min(i + j, M - 1)] for j in range(M)] for i in range(N)],
    )


@formula("matvec-transposed", *RECTANGLE)
def _(M, N):
    return (fill(1, N, M).T @ fill(2, N),)


@formula("seidel-1d", *T_STEPS)
def _(T, N):
    weights = np.eye(N)
    for i in range(1, N - 1):
        weights[i, i - 1 : i + 2] = 0.25, 0.5, 0.25
    cells = fill(1, N)
    for _ in range(T):
        cells = sweep(cells, weights)
    return (cells,)


@formula("wavefront", *RECTANGLE)
def _(M, N):
    weights = np.eye(N * M)
    for i in range(1, N):
        for j in range(1, M):
            weights[i * M + j] = 0.0
            weights[i * M + j, [(i - 1) * M + j, i * M + j - 1]] = 0.5
    return (sweep(fill(1, N * M), weights),)


@formula("lcs", *RECTANGLE, {"M": 30, "N": 25})
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


@formula("polynomial-product", *RECTANGLE)
def _(M, N):
    return (np.convolve(fill(1, N), fill(2, M)),)


@formula("banded-matvec", {"N": 9, "K": 3}, {"N": 4, "K": 6})
def _(N, K):
    banded = fill(1, N, 2 * K + 1)
    full = sum(
        np.diag([banded[i, d + K] for i in range(N) if 0 <= i + d < N], d)
        for d in range(-min(K, N - 1), min(K, N - 1) + 1)
    )
    return (full @ fill(2, N),)


@formula("lbm-1d", *T_STEPS)
def _(T, N):
    omega, shares = 0.75, np.array([4.0, 1.0, 1.0]) / 6.0
    buffers = [fill(1, N, 3), fill(1, N, 3)]
    for t in range(T):
        old = buffers[t % 2]
        streamed = np.stack((old[1:-1, 0], old[:-2, 1], old[2:, 2]), axis=1)
        density = streamed.sum(axis=1, keepdims=True)
        buffers[(t + 1) % 2][1:-1] = streamed + omega * (shares * density - streamed)
    return buffers


@formula("triangular-sums", *SQUARE)
def _(N):
    a = fill(1, N, N)
    lower = np.tril(a)
    return lower.sum(axis=1), lower.sum(axis=0), [lower.sum(), (a - lower).sum()]


@formula("prefix-sum", *RECTANGLE)
def _(M, N):
    image = datum(1, N * M).reshape(N, M)
    return image.cumsum(axis=0).cumsum(axis=1), [N * M]


@formula("convolution-2d", *RECTANGLE, tolerance=1e-6)
def _(M, N):
    windows = np.lib.stride_tricks.sliding_window_view(fill(1, N + 4, M + 4), (5, 5))
    return (np.einsum("ijpq,pq->ij", windows, fill(2, 5, 5)),)


@formula("red-black", *T_STEPS)
def _(T, N):
    u = fill(1, N, N)
    i, j = np.indices((N, N))
    inside = (i > 0) & (i < N - 1) & (j > 0) & (j < N - 1)
    for half_step in range(2 * T):
        mean = sum(np.roll(u, shift, axis) for shift in (1, -1) for axis in (0, 1)) / 4.0
        u = np.where(inside & ((i + j) % 2 == half_step % 2), mean, u)
    return (u,)


@formula("transpose", *SQUARE)
def _(N):
    return (fill(1, N, N).T,)


@formula("haar", {"N": 8}, {"N": 9}, {"N": 1})
def _(N):
    x = fill(1, N)
    even, odd = x[: N // 2 * 2 : 2], x[1::2]
    return (even + odd) / 2, (even - odd) / 2, x[N // 2 * 2 :]


@formula("back-substitution", *SQUARE)
def _(N):
    return (np.linalg.solve(np.triu(dominant(1, N)), fill(2, N)),)


@formula("periodic", *T_STEPS)
def _(T, N):
    smooth = lambda x: np.roll(x, 1) / 4 + x / 2 + np.roll(x, -1) / 4
    a = fill(1, N)
    for _ in range(T):
        b = smooth(a)
        a = smooth(b)
    return a, b


@formula("complex-matvec", *SQUARE)
def _(N):
    a = fill(1, N, N) + 1j * fill(2, N, N)
    y = a @ (fill(3, N) + 1j * fill(4, N))
    return (np.stack((y.real, y.imag), axis=1),)


@formula("matrix-chain", *SQUARE, {"N": 20})
def _(N):
    p = 1 + datum(1, N + 1) % 50

    @functools.cache
    def least(i, j):
        if i == j:
            return 0
        return min(least(i, k) + least(k + 1, j) + p[i] * p[k + 1] * p[j + 1] for k in range(i, j))

    return ([[least(i, j) if i <= j else -1 for j in range(N)] for i in range(N)],)


@formula("two-scops", *T_STEPS)
def _(T, N):
    lower = np.tril(fill(1, N, N))
    a = lower + np.tril(lower, -1).T
    x = fill(2, N)
    for _ in range(T):
        y = a @ x
        x = y / np.linalg.norm(y)
    return a, x, y, [np.linalg.norm(y)]


@formula("youcef", {"N": 5, "M": 8}, {"N": 8, "M": 5}, {"N": 1, "M": 1})
def _(N, M):
    a = fill(1, M + 1, N + 1)
    both = min(M, N)
    d, s, e = np.full((3, M + 1), UNSET)
    s[:] = 0.0
    d[1 : both + 1] = np.diag(a)[1:]
    s[1 : both + 1] = np.triu(a).sum(axis=1)[1 : both + 1]
    e[1:] = a[1:, N]
    return d, s, e


@formula("dot-unrolled", {"N": 8}, {"N": 11}, {"N": 2})
def _(N):
    products = fill(1, N) * fill(2, N)
    whole = N // 4 * 4
    r = products[:whole].reshape(-1, 4).sum(axis=0)
    r[0] += products[whole:].sum()
    return r, [products.sum()]


@formula("reverse", {"N": 5, "M": 8}, {"N": 4, "M": 7}, {"N": 3, "M": 1})
def _(N, M):
    a = fill(1, N, M)
    result = a[:, ::-1].copy()
    if M % 2:
        result[:, M // 2] *= -1
    return result, [a[-1, M // 2 - 1] if M > 1 else 0.0]


@formula("n-body", *SQUARE)
def _(N):
    p, mass = fill(1, N, 3), fill(2, N)
    apart = p[None, :, :] - p[:, None, :]
    factor = mass / ((apart**2).sum(axis=2) + 0.01) ** 1.5
    return (np.einsum("ij,ijc->ic", factor, apart),)


@formula("frame", *RECTANGLE, {"M": 1, "N": 4})
def _(M, N):
    a = fill(1, N, M)
    b = a.copy()
    b[1:-1, 1:-1] = (a[:-2, 1:-1] + a[2:, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:]) / 4.0
    return (b,)
