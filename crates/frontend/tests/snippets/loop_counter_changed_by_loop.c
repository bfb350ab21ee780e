void f(int n, double a[n], double b[n])
{
  int i;
#pragma scop
  for (i = 0; i < n; i++)
    for (i = 2; i < n; i++)
      a[i] = 0;
#pragma endscop
}
// trace: no
