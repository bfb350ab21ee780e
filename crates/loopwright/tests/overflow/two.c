// Two parameters: the space between them may be larger than their type.
// types: int
// spoiled: int
// values: 0 1 2 3 5 31 64 INT_MAX-1 INT_MAX -1 -2 INT_MIN INT_MIN+1 INT_MIN+2
// script: fuse(S0, S1)
// script: shift(S0.i, 3); fuse(S0, S1)
// script: tile(S0.i, 32)
// script: reverse(S0.i); fuse(S0, S1)
// script: scale(S1.i, 2); fuse(S0, S1)
static void f(T n, int *a) {
  T m = n > 1 ? n - 2 : n, k = n < INT_MAX - 1 ? n + 2 : n;
  int b[4] = {0};
#pragma scop
  for (T i = m; i < n; i++)
    a[i - m] += 1 + (int)(i % 5);
  for (T i = n; i < k; i++)
    b[k - i] += 3 + (int)(i % 7);
#pragma endscop
  for (int i = 0; i < 4; i++)
    a[8 + i] = b[i];
}
