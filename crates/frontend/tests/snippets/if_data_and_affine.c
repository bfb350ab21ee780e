void f(int n, double a[n], double b[n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    if (i > 0 && b[i - 1] > 0)
      a[i] = 0;
#pragma endscop
}
