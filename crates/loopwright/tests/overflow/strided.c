// Large steps: few iterations all over the type.
// types: int unsigned long size_t
// spoiled: unsigned
// values: 0 1 2 499999999 500000000 1000000000 1500000000 INT_MAX-1 INT_MAX
// values unsigned: 2200000000u
// values long: INT_MAX+1L
// values size_t: UINT_MAX
// script: tile(S0.i, 32)
// script: tile(S0.i, 600000000)
// script: shift(S0.i, 1000000000)
// script: scale(S0.i, 3)
// script: reverse(S0.i)
// script: unroll(S0.i, 2)
// script: shift(S0.i, n)
// script: affine(S0, { [i] -> [-2*i] })
static void f(T n, int *a) {
#pragma scop
  if (n >= 1000000000)
    for (T i = 0; i <= n - 1000000000; i += 500000000)
      a[i / 500000000] += 1 + (int)(i % 7);
#pragma endscop
}
