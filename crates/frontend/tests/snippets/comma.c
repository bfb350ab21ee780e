void f(int n, double a[n], double b[n], double s)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = 0, s = b[i];
#pragma endscop
}
