// `i <= n` would run for ever for the largest number: the source is not called with it.
// types: int unsigned long
// spoiled: unsigned
// values: 0 1 2 31 32 33 INT_MAX-1 INT_MAX-2 INT_MAX-33
// values unsigned: UINT_MAX-1 UINT_MAX-2 INT_MAX
// values long: INT_MAX 1L<<40 LONG_MAX-1
// script: tile(S0.i, 32)
// script: shift(S0.i, 3)
// script: scale(S0.i, 2)
// script: reverse(S0.i)
// script: unroll(S0.i, 4)
// script: peel(S0.i, 1)
static void f(T n, int *a) {
#pragma scop
  for (T i = n > 2 ? n - 2 : 0; i <= n; i++)
    a[n - i] += 1 + (int)(i % 5);
#pragma endscop
}
