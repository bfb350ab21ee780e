void f(int n, double *a, double *b)
{
  int j;
#pragma scop
  for (int i = 0; i < n; i++)
    if (b[i] > 0)
      for (j = 0; j < i; j++)
        a[j] = b[j + 1];
#pragma endscop
}
