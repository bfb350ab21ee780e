void f(int n, double *a)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    a[i] = 0;
    n = n - 1;
  }
#pragma endscop
}
