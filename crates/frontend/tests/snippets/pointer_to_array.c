#define N 10
void f(double (*A)[N], double (*restrict B)[N], double (*C)[N])
{
#pragma scop
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      A[i][j] = (*B)[j] + C[i][j];
#pragma endscop
}
