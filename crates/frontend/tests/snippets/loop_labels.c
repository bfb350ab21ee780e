void f(int n, double a[n], double b[n])
{
#pragma scop
  outer: for (int i = 0; i < n; i++) {
    first: a[i] = 0;
    inner: for (int j = 0; j < n; j++)
      S0: a[i] += b[j];
    test: if (i > 2) {
      b[i] = 0;
    }
  }
#pragma endscop
}
