void f(int n, double *a, double *b, int k)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[k = k + 1] = b[i];
#pragma endscop
}
