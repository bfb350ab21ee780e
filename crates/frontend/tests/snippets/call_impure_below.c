void log_value(double);
static double inner(double x) { log_value(x); return x; }
static double outer(double x) { return 2 * inner(x); }
void f(int n, double a[n], double b[n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = outer(b[i]);
#pragma endscop
}
