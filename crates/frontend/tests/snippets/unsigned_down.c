void f(unsigned n, double *a)
{
#pragma scop
  for (unsigned i = n; i > 0; i--)
    a[i - 1] = 0;
#pragma endscop
}
