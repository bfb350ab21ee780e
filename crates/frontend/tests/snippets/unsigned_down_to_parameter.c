void f(int n, int m, double *a)
{
  assert(m > 0);
#pragma scop
  for (unsigned i = n; i >= m; i--)
    a[i] = 0;
#pragma endscop
}
