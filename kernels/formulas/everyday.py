"""Nests as everyday code has them: addressed by hand, through pointers, in the order of data."""

import functools

import numpy as np

from . import (
    RECTANGLE,
    SQUARE,
    T_STEPS,
    datum,
    fill,
    formula,
    lu_in_place,
)


@formula(
    "convolution-4d",
    {"B": 2, "K": 3, "C": 4, "H": 5, "W": 6},
    {"B": 3, "K": 1, "C": 2, "H": 7, "W": 4},
    {"B": 1, "K": 1, "C": 1, "H": 1, "W": 1},
    tolerance=1e-5,
)
def _(B, K, C, H, W):
    images, weights = fill(1, B, C, H + 2, W + 2), fill(2, K, C, 3, 3)
    windows = np.lib.stride_tricks.sliding_window_view(images, (3, 3), axis=(2, 3))
    return (np.einsum("bcyxpq,kcpq->bkyx", windows, weights) + fill(3, K)[:, None, None],)


@formula("image-blur", {"H": 6, "W": 9}, {"H": 5, "W": 17}, {"H": 4, "W": 2}, {"H": 1, "W": 1})
def _(H, W):
    stride = -(-W // 16) * 16
    image = datum(1, H * stride * 3).reshape(H, stride, 3)
    result = np.full_like(image, 0x40)
    if H > 2 and W > 2:
        windows = np.lib.stride_tricks.sliding_window_view(image[:, :W], (3, 3), axis=(0, 1))
        result[1:-1, 1 : W - 1] = windows.sum(axis=(3, 4)) // 9
    return (result,)


@formula("csr-product", *RECTANGLE, {"M": 50, "N": 40}, {"M": 1, "N": 1})
def _(M, N):
    lengths = np.minimum(datum(1, N) % 32, M)
    values = fill(2, int(lengths.sum()))
    dense = np.zeros((N, M))
    for i, row in enumerate(np.split(values, np.cumsum(lengths)[:-1])):
        dense[i, : len(row)] = row
        dense[i] = np.roll(dense[i], 7 * i)
    return (dense @ fill(3, M),)


@formula("smith-waterman", *RECTANGLE, {"M": 30, "N": 25}, {"M": 1, "N": 1})
def _(M, N):
    s, t = datum(1, N) % 4, datum(2, M) % 4

    @functools.cache
    def score(i, j):
        if i == 0 or j == 0:
            return 0
        match = score(i - 1, j - 1) + (3 if s[i - 1] == t[j - 1] else -3)
        return max(0, match, score(i - 1, j) - 2, score(i, j - 1) - 2)

    return ([[score(i, j) for j in range(M + 1)] for i in range(N + 1)],)


@formula("fft", {"LOG_N": 5}, {"LOG_N": 9}, {"LOG_N": 1}, {"LOG_N": 0})
def _(LOG_N):
    transformed = np.fft.fft(fill(1, 2**LOG_N) + 1j * fill(2, 2**LOG_N))
    return transformed.real, transformed.imag


@formula("lu-pivot", *SQUARE, {"N": 12})
def _(N):
    a = fill(1, N, N)
    rows, pivots = list(range(N)), []
    for k in range(N):
        # The cells below pivot k are minors over one and the same minor.
        minors = [abs(np.linalg.det(a[rows[:k] + [row], : k + 1])) for row in rows[k:]]
        best = k + int(np.argmax(minors))
        pivots.append(best)
        rows[k], rows[best] = rows[best], rows[k]
    return lu_in_place(a[rows]), pivots


@formula("time-buffers", *T_STEPS)
def _(T, N):
    buffers = [fill(1, N, N), fill(1, N, N)]
    for t in range(T):
        u = buffers[t % 2]
        around = u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]
        buffers[(t + 1) % 2][1:-1, 1:-1] = u[1:-1, 1:-1] / 2 + around / 8
    return buffers


@formula("swapped-buffers", *T_STEPS)
def _(T, N):
    f, u = fill(1, N, N), fill(2, N, N)
    for _ in range(T):
        around = u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]
        u[1:-1, 1:-1] = (around + f[1:-1, 1:-1]) / 4
    return (u,)


@formula("struct-of-arrays", *SQUARE)
def _(N):
    dt = 0.5
    x, v, f = (np.stack((fill(salt, N), fill(salt + 1, N))) for salt in (1, 3, 5))
    v_next = v + dt * f / fill(7, N)
    return x + dt * v_next, v_next


@formula("n-body-flat", *SQUARE)
def _(N):
    p, mass = fill(1, N, 3), fill(2, N)
    apart = p[None, :, :] - p[:, None, :]
    factor = mass / ((apart**2).sum(axis=2) + 0.01) ** 1.5
    return (np.einsum("ij,ijc->ic", factor, apart),)


@formula("red-black-flat", *T_STEPS)
def _(T, N):
    u = fill(1, N, N)
    i, j = np.indices((N, N))
    inside = (i > 0) & (i < N - 1) & (j > 0) & (j < N - 1)
    for half_step in range(2 * T):
        mean = sum(np.roll(u, shift, axis) for shift in (1, -1) for axis in (0, 1)) / 4.0
        u = np.where(inside & ((i + j) % 2 == half_step % 2), u + 1.25 * (mean - u), u)
    return (u,)
