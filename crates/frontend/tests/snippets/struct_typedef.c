typedef struct { double re, im; } complex_t;
void f(int n, complex_t *c)
{
#pragma scop
  for (int i = 0; i < n; i++)
    c[i].re = c[i].im;
#pragma endscop
}
