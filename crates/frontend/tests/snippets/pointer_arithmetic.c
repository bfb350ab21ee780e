void f(int n, double *p, double A[n][n])
{
#pragma scop
  for (int i = 1; i < n; i++)
    *(p + i - 1) = *p + (p + i)[2] + *(*(A + i) + 3);
#pragma endscop
}
