static void clear(double *v, int i) { v[i] = 0; }
void f(int n, double a[n], double b[n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    clear(a, i);
#pragma endscop
}
// trace: no
