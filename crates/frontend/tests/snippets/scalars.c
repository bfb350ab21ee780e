static double g;
void f(int n, double a[n], double s, double t)
{
#pragma scop
  s = t;
  for (int i = 0; i < n; i++)
    s = s + a[i] * t;
  a[0] = s + g;
#pragma endscop
}
