int f(int n, double *a)
{
  int i, j;
#pragma scop
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      a[i] += j;
#pragma endscop
  for (j = 0; j < n; j++)
    a[j]++;
  return i;
}
