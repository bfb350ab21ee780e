void rows(int n, double A[n][n], double *restrict out)
{
#pragma scop
    double t[n];
    for (int i = 0; i < n; i++)
        Clear: t[i] = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            Add: t[i] += A[i][j];
    for (int i = 0; i < n; i++)
        Store: out[i] = t[i];
#pragma endscop
}
