double norm(const double *v, int n) __attribute__((const));
void f(int n, double a[n], double A[n][n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = norm(A[i], n);
#pragma endscop
}
