void f(int n, double *p, double *b)
{
#pragma scop
  p = b;
  for (int i = 0; i < n; i++)
    p[i] = 0;
#pragma endscop
}
// trace: no
