void diagonal(int n, double A[n][n])
{
#pragma scop
    for (int i = 1; i < n; i++)
        for (int j = 0; j < n - 1; j++)
            A[i][j] = A[i - 1][j + 1] * .5;
#pragma endscop
}
