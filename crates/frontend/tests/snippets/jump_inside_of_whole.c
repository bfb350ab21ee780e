void f(int n, double *a, double *b, int *q)
{
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < q[i]; j++) {
      if (b[j] > 0) break;
      a[j] = 0;
    }
#pragma endscop
}
