double B[4], C[4][5], D[4][5][6], E[4][5][6][7];
void f(void)
{
  double s;
#pragma scop
  s = 0;
  for (int i = 0; i < 4; i++)
    B[i] = s;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 5; j++)
      for (int k = 0; k < 6; k++)
        for (int l = 0; l < 7; l++)
          E[i][j][k][l] = D[i][j][k] + C[i][j];
#pragma endscop
}
