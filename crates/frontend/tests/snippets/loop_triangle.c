void f(int n, double A[n][n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++)
      A[i][j] = A[j][i];
#pragma endscop
}
