void f(int n, int m, double *a, double *b)
{
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * m + j] = b[j * n + i];
#pragma endscop
}
