void f(int n, double *a, double *b, int *q, int k)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    k = q[i];
    a[k] = b[i];
  }
#pragma endscop
}
