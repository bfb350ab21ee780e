void columns(int n, double A[n][n], double x[n], double y[n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            y[i] += A[j][i] * x[j];
#pragma endscop
}
