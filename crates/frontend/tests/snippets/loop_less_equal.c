void f(int n, double a[n], double b[n])
{
#pragma scop
  for (int i = 1; i <= n; i += 1)
    a[i - 1] = 0;
#pragma endscop
}
