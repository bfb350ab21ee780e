void f(int m, double *a)
{
#pragma scop
  if (m > 0)
    a[m] = 0;
  else
    a[0] = 1;
#pragma endscop
}
