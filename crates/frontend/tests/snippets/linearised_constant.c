void f(int n, double *a)
{
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 10; j++)
      a[10 * i + j] = a[i * 10 + j + 1];
#pragma endscop
}
