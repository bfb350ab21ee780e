void f(int n, int m, double *a)
{
#pragma scop
  m = n / 2;
  for (int i = 0; i < m; i++)
    a[i] = 0;
#pragma endscop
}
// trace: no
