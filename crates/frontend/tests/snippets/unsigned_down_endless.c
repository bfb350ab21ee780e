void f(int n, double *a)
{
#pragma scop
  for (unsigned i = n - 1; i >= 0; i--)
    a[i] = 0;
#pragma endscop
}
