struct point { double x, y; };
void f(int n, struct point *p)
{
#pragma scop
  for (int i = 0; i < n; i++)
    p[i] = p[0];
#pragma endscop
}
// trace: no
