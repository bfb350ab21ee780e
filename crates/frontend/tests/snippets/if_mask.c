void f(int n, double A[n][n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if ((i + j) & 1)
        A[i][j] = 0;
#pragma endscop
}
