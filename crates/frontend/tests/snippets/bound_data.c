// A sparse matrix times a vector.
void f(int n, double *y, double *v, double *x, int *start, int *col)
{
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = start[i]; j < start[i + 1]; j++)
      y[i] += v[j] * x[col[j]];
#pragma endscop
}
