void f(int n, double *a, int *q)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    int t = q[i];
    a[t] = 0;
  }
#pragma endscop
}
