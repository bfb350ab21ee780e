void f(int n, double a[n], volatile double *port)
{
#pragma scop
  for (int i = 0; i < n; i++)
    *port = a[i];
#pragma endscop
}
