void f(int n, int m, double *a)
{
#pragma scop
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      a[i * m + j] = a[(i - 1) * m + j] + a[i * m + j - 1];
#pragma endscop
}
