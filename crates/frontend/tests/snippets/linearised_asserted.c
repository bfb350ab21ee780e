void f(int n, int m, int l, double *a)
{
  assert(l <= m);
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < l; j++)
      a[i * m + j] = 0;
#pragma endscop
}
