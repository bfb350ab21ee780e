void f(int n, double a[n], double b[n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    for (int n = 0; n < i; n++)
      a[n] += b[i];
#pragma endscop
}
