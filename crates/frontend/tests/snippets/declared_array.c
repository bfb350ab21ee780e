void f(int n, double a[n], double b[n])
{
#pragma scop
  double t[10][n];
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < n; j++)
      t[i][j] = a[j];
#pragma endscop
}
