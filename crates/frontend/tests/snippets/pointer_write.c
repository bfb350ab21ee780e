double *find(double *a, int i) __attribute__((const));
void f(int n, double a[n], double b[n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    *find(a, i) = 0;
#pragma endscop
}
