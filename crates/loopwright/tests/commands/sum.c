void sum(int n, const double *restrict x, double out[1])
{
    double total;
#pragma scop
    total = 0;
Accumulate:
    for (int i = n - 1; i >= 0; i--)
Add:    total += x[i];
    out[0] = total;
#pragma endscop
}

void clear(int n, double a[n][n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            a[i][j] = 0;
#pragma endscop
}
