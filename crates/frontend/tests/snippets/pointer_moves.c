void f(int n, double *p, double *b)
{
#pragma scop
  for (int i = 0; i < n; i++)
    *p++ = b[i];
#pragma endscop
}
