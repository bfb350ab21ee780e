// p[i] is a[i + 1]:
// modelled as two arrays, the dependence would be lost.
void f(int n, double a[n])
{
  double *p = &a[1];
#pragma scop
  for (int i = 1; i < n; i++)
    p[i - 1] = a[i - 1];
#pragma endscop
}
