static double fac(int n) { return n < 2 ? 1 : n * fac(n - 1); }
void f(int n, double a[n], double b[n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = fac(i);
#pragma endscop
}
