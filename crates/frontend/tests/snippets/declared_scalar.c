void f(int n, double a[n], double b[n])
{
#pragma scop
  for (int i = 0; i < n; i++) {
    double t = a[i] * 2, u;
    u = t + 1;
    b[i] = u;
  }
#pragma endscop
}
