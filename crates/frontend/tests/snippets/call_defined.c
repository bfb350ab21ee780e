static double square(double x) { return x * x; }
static double cube(double x) { double y = square(x); y *= x; return y; }
static double total(const double *v, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += v[i];
  return s;
}
void f(int n, double a[n], double b[n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = cube(b[i]) + total(b, n);
#pragma endscop
}
// trace: no
