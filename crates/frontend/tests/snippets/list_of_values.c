void f(double *a)
{
#pragma scop
  double t[2] = {1, 2};
  a[0] = t[0];
#pragma endscop
}
