double g(double, int) __attribute__((const));
void f(int n, double a[n], double b[n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = g(b[i], i);
#pragma endscop
}
