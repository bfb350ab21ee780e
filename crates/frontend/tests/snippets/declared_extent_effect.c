void f(int k, double *a)
{
#pragma scop
  double t[k++];
  t[0] = a[k];
#pragma endscop
}
