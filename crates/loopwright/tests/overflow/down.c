// A loop that counts down, to the least number that it can reach.
// types: int long
// spoiled: int
// values: 0 1 2 3 -1 INT_MIN+5 INT_MIN+6 INT_MAX INT_MAX-1
// values long: LONG_MIN+5 LONG_MAX
// script: tile(S0.i, 32)
// script: tile(S0.i, 5, separate)
// script: shift(S0.i, 9)
// script: scale(S0.i, 2)
// script: reverse(S0.i)
// script: unroll(S0.i, 4)
// script: unroll(S0.i)
static void f(T n, int *a) {
#pragma scop
  for (T i = n - 1; i >= n - 4; i--)
    a[n - 1 - i] += 1 + (int)(i % 5);
#pragma endscop
}
