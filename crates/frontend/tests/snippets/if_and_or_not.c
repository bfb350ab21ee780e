void f(int n, int m, double a[n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    if ((i > 2 && i < 9) || !(i != m))
      a[i] = 0;
#pragma endscop
}
