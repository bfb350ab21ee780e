void f(int n, double *a, int k)
{
#pragma scop
  k = 0;
  for (int i = 0; i < n; i++) {
    a[k] = 0;
    k += 2;
  }
#pragma endscop
}
