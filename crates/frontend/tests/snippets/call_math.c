void f(int n, double a[n], double b[n], double s)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = sqrt(b[i]) + pow(s, 2) + fabs(a[i]);
#pragma endscop
}
