void f(int n, int m, double a[n])
{
#pragma scop
  for (int i = 0; i < n && i < m; i++)
    a[i] = 0;
#pragma endscop
}
