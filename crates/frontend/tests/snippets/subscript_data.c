void f(int n, double *a, double *b, double c[100], int *q)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[q[i]] = b[i] + c[q[i] + 1];
#pragma endscop
}
