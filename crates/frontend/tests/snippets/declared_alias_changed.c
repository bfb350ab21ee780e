void f(int n, double *a)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    int t = i + 1;
    a[t] = 0;
    t = t + 1;
    a[t] = 1;
  }
#pragma endscop
}
// trace: no
