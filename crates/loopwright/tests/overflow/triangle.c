// Two loops, one within the other.
// types: int unsigned long size_t
// spoiled: int
// values: 0 1 2 3 4 31 32 33 INT_MAX-1 INT_MAX
// values unsigned: UINT_MAX-1 UINT_MAX
// values long: 1L<<40 LONG_MAX
// values size_t: 1L<<40 UINT_MAX
// script: tile(S0, 32, 16)
// script: tile(S0, 2, 3, separate)
// script: interchange(S0.i, S0.j)
// script: skew(S0.j, S0.i)
// script: skew(S0.i, S0.j, 2)
// script: skew(S0.j, S0.i, -1)
// script: skew(S0.j, S0.i); tile(S0, 8, 8)
// script: skew(S0.j, S0.i); interchange(S0.i, S0.j); parallel(S0.j)
// script: unroll_and_jam(S0.i, 4)
// script: unroll_and_jam(S0.i, 3); unroll(S0.j, 2)
// script: reverse(S0.i); reverse(S0.j)
// script: shift(S0.i, 5); shift(S0.j, n)
// script: scale(S0.i, 2); scale(S0.j, 3)
// script: wavefront(S0.i, S0.j)
// script: tile(S0, 4, 4); wavefront(S0.it, S0.jt)
static void f(T n, int *a) {
#pragma scop
  for (T i = n > 3 ? n - 3 : 0; i < n; i++)
    for (T j = i; j < n; j++)
      a[4 * (n - 1 - i) + (n - 1 - j)] += 1 + (int)(i % 5) + (int)(j % 3);
#pragma endscop
}
