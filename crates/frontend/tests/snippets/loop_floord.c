void f(int n, double a[n], double b[n])
{
#pragma scop
  for (int t = ceild(n, 4); t <= floord(3 * n - 1, 8); t++)
    a[t] = 0;
#pragma endscop
}
