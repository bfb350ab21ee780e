void f(int n, double a[n], double b[n])
{
#pragma scop
  for (int t = 0; t < (n + 31) / 32; t++)
    for (int i = 32 * t; i < (32 * t + 32 < n ? 32 * t + 32 : n); i++)
      a[i] = 0;
#pragma endscop
}
