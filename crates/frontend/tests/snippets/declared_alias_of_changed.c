void f(int n, double *a, int k)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    int t = k + 1;
    k = k + 2;
    a[t] = 0;
  }
#pragma endscop
}
