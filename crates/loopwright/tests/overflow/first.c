// A loop that begins at n, which may be the least number.
// types: int long
// spoiled: int
// values: 0 1 2 -1 -2 -3 -33 INT_MIN INT_MIN+1 INT_MIN+33 INT_MAX-3 INT_MAX-4
// values long: LONG_MIN LONG_MIN+1 LONG_MAX-3
// script: tile(S0.i, 32)
// script: shift(S0.i, -3)
// script: shift(S0.i, 3)
// script: scale(S0.i, 2)
// script: scale(S0.i, 3); tile(S0.i, 7)
// script: reverse(S0.i)
// script: reverse(S0.i); shift(S0.i, 5)
// script: unroll(S0.i, 4)
// script: split(S0.i, n + 1)
static void f(T n, int *a) {
#pragma scop
  for (T i = n; i < n + 3; i++)
    a[i - n] += 1 + (int)(i % 5);
#pragma endscop
}
