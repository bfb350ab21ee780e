void f(int n, int x, double a[n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    if (x++)
      a[i] = 0;
#pragma endscop
}
