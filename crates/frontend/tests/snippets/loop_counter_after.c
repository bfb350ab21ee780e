void f(int n, double a[n], double b[n])
{
  int i;
#pragma scop
  for (i = 0; i < n; i++)
    a[i] = 0;
  a[0] = i;
#pragma endscop
}
