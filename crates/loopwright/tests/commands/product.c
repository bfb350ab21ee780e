void product(int n, double A[n][n], double B[n][n], double C[n][n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            Init: C[i][j] = 0;
            for (int k = 0; k < n; k++)
                Mult: C[i][j] += A[i][k] * B[k][j];
        }
#pragma endscop
}
