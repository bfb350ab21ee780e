void f(int n, double a[n], double b[n], double s)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = b[i] > 0 ? b[i] : s;
#pragma endscop
}
