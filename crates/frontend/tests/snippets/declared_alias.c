void f(int n, int m, double *a, double *b)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    int t = i + 1;
    int u = 2 * t - m;
    a[t] = b[u];
  }
#pragma endscop
}
