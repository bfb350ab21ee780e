// Memory of its own, by malloc and by a cast pointer to rows.
void f(int n)
{
  double *a = malloc(n * sizeof(double));
  double (*b)[10] = (double (*)[10]) calloc(n, sizeof *b);
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = b[i][3];
#pragma endscop
}
