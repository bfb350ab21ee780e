void f(int n, int m, double A[restrict n][m], double B[static m][n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = B[j][i];
#pragma endscop
}
