void f(unsigned n, double *a)
{
#pragma scop
  for (unsigned i = 0; i < n; i++)
    a[i] = 0;
#pragma endscop
}
