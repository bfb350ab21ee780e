void f(int n, double a[n], double b[n], double t)
{
#pragma scop
  for (int i = 0; i < n; i++)
    if ((t = b[i]) > 0)
      a[i] = t;
#pragma endscop
}
