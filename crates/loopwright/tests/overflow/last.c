// The last iterations of a loop from 0 to n.
// types: int unsigned long size_t short
// spoiled: int unsigned
// values: 0 1 2 3 4 5 31 32 33 100 SHRT_MAX
// values int: INT_MAX-33 INT_MAX-3 INT_MAX-2 INT_MAX-1 INT_MAX -1 INT_MIN INT_MIN+1
// values unsigned: INT_MAX-1 INT_MAX INT_MAX+1u UINT_MAX-32 UINT_MAX-1 UINT_MAX
// values long: INT_MAX-1 INT_MAX INT_MAX+1L 1L<<40 LONG_MAX-1 LONG_MAX INT_MIN LONG_MIN
// values size_t: INT_MAX-1 INT_MAX INT_MAX+1L UINT_MAX 1L<<40 LONG_MAX SIZE_MAX-1 SIZE_MAX
// script: tile(S0.i, 32)
// script: tile(S0.i, 4, separate)
// script: shift(S0.i, 3)
// script: shift(S0.i, -3)
// script: shift(S0.i, n)
// script: scale(S0.i, 2)
// script: scale(S0.i, 5); shift(S0.i, -7)
// script: reverse(S0.i)
// script: reverse(S0.i); tile(S0.i, 32)
// script: unroll(S0.i, 4)
// script: unroll(S0.i, 3)
// script: stripmine(S0.i, 8)
// script: peel(S0.i, 2)
// script: peel(S0.i, -1)
// script: split(S0.i, n - 2)
// script: affine(S0, { [i] -> [3*i + 1] })
// script: parallel(S0.i)
static void f(T n, int *a) {
#pragma scop
  for (T i = n > 3 ? n - 3 : 0; i < n; i++)
    a[n - 1 - i] += 1 + (int)(i % 5);
#pragma endscop
}
