void f(int n, double a[n], double b[n], double (*g)(double))
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = g(b[i]);
#pragma endscop
}
