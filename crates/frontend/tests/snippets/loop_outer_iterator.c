void f(int n, double a[n], double b[n])
{
  int i, j;
#pragma scop
  for (i = 0; i < n; i++)
    for (j = 0; j < i; j++)
      a[i] += b[j];
#pragma endscop
}
