void swap(int n, double a[n][n], double b[n])
{
#pragma scop
#pragma loopwright interchange(S0.i, S0.j)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] = 2 * a[i][j];
#pragma endscop
#pragma scop
#pragma loopwright reverse(S0.i)
#pragma loopwright parallel(S0.i)
    for (int i = 1; i < n; i++)
        b[i] = b[i - 1];
#pragma endscop
}
