void f(int n, double a[n], double b[n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    for (int i = 0; i < 2; i++)
      a[i] += 1;
#pragma endscop
}
