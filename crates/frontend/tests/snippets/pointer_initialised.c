void f(int n, double a[n], double b[n])
{
#pragma scop
  double *p = a;
  for (int i = 0; i < n; i++)
    p[i] = 0;
#pragma endscop
}
