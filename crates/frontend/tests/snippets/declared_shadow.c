void f(int n, double *a, double *b, double s)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    double s = a[i];
    {
      double s = 2;
      b[i] = s;
    }
    a[i] = s;
  }
#pragma endscop
}
