"""The thirty computations of PolyBench 4.2."""

import functools

import numpy as np

from . import (
    ALPHA,
    BETA,
    RECTANGLE,
    SQUARE,
    STEPS,
    UNSET,
    datum,
    dominant,
    fill,
    formula,
    lu_in_place,
    mean_and_centred,
    sweep,
)

# Linear algebra.


@formula("2mm", {"NI": 3, "NJ": 5, "NK": 7, "NL": 4}, {"NI": 8, "NJ": 2, "NK": 3, "NL": 9})
def _(NI, NJ, NK, NL):
    tmp = ALPHA * fill(1, NI, NK) @ fill(2, NK, NJ)
    return tmp, tmp @ fill(3, NJ, NL) + BETA * fill(4, NI, NL)


@formula("3mm", {"NI": 3, "NJ": 5, "NK": 7, "NL": 4, "NM": 6})
def _(NI, NJ, NK, NL, NM):
    e = fill(1, NI, NK) @ fill(2, NK, NJ)
    f = fill(3, NJ, NM) @ fill(4, NM, NL)
    return e, f, e @ f


@formula("atax", *RECTANGLE)
def _(M, N):
    a, x = fill(1, M, N), fill(2, N)
    return a @ x, a.T @ (a @ x)


@formula("bicg", *RECTANGLE)
def _(M, N):
    a = fill(1, N, M)
    return a.T @ fill(3, N), a @ fill(2, M)


@formula("cholesky", *SQUARE)
def _(N):
    a = np.tril(fill(1, N, N))
    a = a + np.tril(a, -1).T + N * np.eye(N)
    return (np.linalg.cholesky(a) + np.triu(a, 1),)


@formula("doitgen", {"NR": 3, "NQ": 4, "NP": 5}, {"NR": 5, "NQ": 2, "NP": 7})
def _(NR, NQ, NP):
    a = np.einsum("rqs,sp->rqp", fill(1, NR, NQ, NP), fill(2, NP, NP))
    return a, a[-1, -1]


@formula("durbin", {"N": 2}, {"N": 5}, {"N": 9})
def _(N):
    r = fill(1, N) / (2.0 * (np.arange(N) + 2.0) ** 2)
    column = np.concatenate(([1.0], r))
    toeplitz = column[np.abs(np.subtract.outer(np.arange(N), np.arange(N)))]
    y = np.linalg.solve(toeplitz, -r)
    return y, np.concatenate((y[:-1], [UNSET]))


@formula("gemm", {"NI": 3, "NJ": 5, "NK": 7}, {"NI": 8, "NJ": 2, "NK": 3})
def _(NI, NJ, NK):
    return (ALPHA * fill(2, NI, NK) @ fill(3, NK, NJ) + BETA * fill(1, NI, NJ),)


@formula("gemver", *SQUARE)
def _(N):
    u1, v1, u2, v2, y, z = (fill(salt, N) for salt in range(2, 8))
    a = fill(1, N, N) + np.outer(u1, v1) + np.outer(u2, v2)
    x = BETA * a.T @ y + z
    return a, x, ALPHA * a @ x


@formula("gesummv", *SQUARE)
def _(N):
    x = fill(3, N)
    tmp = fill(1, N, N) @ x
    return tmp, ALPHA * tmp + BETA * fill(2, N, N) @ x


@formula("gramschmidt", {"M": 5, "N": 5}, {"M": 9, "N": 4}, {"M": 7, "N": 6})
def _(M, N):
    a = fill(1, M, N) + N * np.eye(M, N)
    q, r = np.linalg.qr(a)
    signs = np.sign(np.diag(r))
    q, r = q * signs, signs[:, None] * r
    return q * np.diag(r), np.where(np.tri(N, k=-1), UNSET, r), q


@formula("lu", *SQUARE)
def _(N):
    return (lu_in_place(dominant(1, N)),)


@formula("ludcmp", *SQUARE)
def _(N):
    a, b = dominant(1, N), fill(2, N)
    factors = lu_in_place(a)
    y = np.linalg.solve(np.tril(factors, -1) + np.eye(N), b)
    return factors, y, np.linalg.solve(a, b)


@formula("mvt", *SQUARE)
def _(N):
    a = fill(1, N, N)
    return fill(2, N) + a @ fill(4, N), fill(3, N) + a.T @ fill(5, N)


@formula("symm", *RECTANGLE)
def _(M, N):
    lower = np.tril(fill(2, M, M))
    a = lower + np.tril(lower, -1).T
    return (ALPHA * a @ fill(3, M, N) + BETA * fill(1, M, N),)


def lower_update(c, update):
    return (np.tril(BETA * c + update) + np.triu(c, 1),)


@formula("syr2k", *RECTANGLE)
def _(M, N):
    a, b = fill(2, N, M), fill(3, N, M)
    return lower_update(fill(1, N, N), ALPHA * (a @ b.T + b @ a.T))


@formula("syrk", *RECTANGLE, tolerance=1e-5)
def _(M, N):
    a = fill(2, N, M)
    return lower_update(fill(1, N, N), ALPHA * a @ a.T)


@formula("trisolv", *SQUARE)
def _(N):
    return (np.linalg.solve(np.tril(dominant(1, N)), fill(2, N)),)


@formula("trmm", *RECTANGLE)
def _(M, N):
    a = np.tril(fill(1, M, M), -1) + np.eye(M)
    return (ALPHA * a.T @ fill(2, M, N),)


# Data mining, images, dynamic programming.


@formula("correlation", *RECTANGLE, {"M": 6, "N": 2})
def _(M, N):
    mean, data = mean_and_centred(fill(1, N, M))
    stddev = np.sqrt((data**2).sum(axis=0) / N)
    stddev[stddev <= 0.1] = 1.0
    data /= np.sqrt(N) * stddev
    corr = data.T @ data
    np.fill_diagonal(corr, 1.0)
    return data, corr, mean, stddev


@formula("covariance", *RECTANGLE)
def _(M, N):
    mean, data = mean_and_centred(fill(1, N, M))
    return data, np.cov(data.T), mean


@formula("deriche", {"W": 5, "H": 8}, {"W": 9, "H": 4}, tolerance=1e-5)
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


@formula("floyd-warshall", *SQUARE, {"N": 25})
def _(N):
    d = datum(1, N * N).reshape(N, N)
    path = np.where(d < 32, d + 1, 999 + d)
    np.fill_diagonal(path, 0)
    for _ in range(N):  # one more edge each time
        path = (path[:, :, None] + path[None, :, :]).min(axis=1)
    return (path,)


@formula("nussinov", *SQUARE, {"N": 20})
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


@formula("adi", *STEPS)
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


@formula("fdtd-2d", {"TMAX": 3, "NX": 5, "NY": 7}, {"TMAX": 4, "NX": 8, "NY": 3})
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


@formula("heat-3d", *STEPS)
def _(TSTEPS, N):
    def update(x):
        old = x[1:-1, 1:-1, 1:-1]
        neighbours = (
            x[2:, 1:-1, 1:-1]
            + x[:-2, 1:-1, 1:-1]
            + x[1:-1, 2:, 1:-1]
            + x[1:-1, :-2, 1:-1]
            + x[1:-1, 1:-1, 2:]
            + x[1:-1, 1:-1, :-2]
        )
        return old + 0.125 * (neighbours - 6.0 * old)

    return two_buffers(fill(1, N, N, N), fill(1, N, N, N), TSTEPS, update)


@formula("jacobi-1d", *STEPS)
def _(TSTEPS, N):
    update = lambda x: 0.33333 * np.convolve(x, np.ones(3), "valid")
    return two_buffers(fill(1, N), fill(2, N), TSTEPS, update)


@formula("jacobi-2d", *STEPS)
def _(TSTEPS, N):
    def update(x):
        cross = x[1:-1, 1:-1] + x[1:-1, :-2] + x[1:-1, 2:] + x[2:, 1:-1] + x[:-2, 1:-1]
        return cross / 5.0

    return two_buffers(fill(1, N, N), fill(2, N, N), TSTEPS, update)


@formula("seidel-2d", *STEPS)
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
