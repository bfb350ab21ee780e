void f(int n, double a[n]) {
#pragma scop
  /* Not this one:
#define Y 1
  */
#define X 3
  for (int i = 0; i < n; i++)
    a[i] = X;
#undef X
#pragma endscop
}
