void f(int n, double a[n], double A[n][n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = A[i];
#pragma endscop
}
