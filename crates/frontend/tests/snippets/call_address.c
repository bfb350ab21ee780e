double norm(const double *v, const double *w) __attribute__((const));
void f(int n, double a[n], double b[n], double s)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = norm(&b[i], &s);
#pragma endscop
}
