void f(int n, double *a, int k)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    k = i;
    while (k > 0 && a[k] > a[k - 1]) {
      double t = a[k];
      a[k] = a[k - 1];
      a[k - 1] = t;
      k--;
    }
  }
#pragma endscop
}
