struct p { double x; };
void f(int n, double *S0, double *p_x, struct p p)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    S0[i] = p.x;
    p_x[i] = 0;
  }
#pragma endscop
}
