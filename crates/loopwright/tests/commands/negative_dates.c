/* Loops of several statements begin at negative dates where n is not positive: found by random programs. */
void kernel(int n, int m, double A[n + m + 8][n + m + 8], double C[n + m + 8][n + m + 8], double x[2 * n + 2 * m + 12])
{
#pragma scop
    for (int j = 0; j < m; j++) {
        x[j] = 0.0;
        for (int i = 0; i < n; i++)
            x[j] += A[i][j];
        x[j] /= 50.0;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            A[i][j] -= x[j];
    for (int i = 0; i < m; i++)
        for (int j = i; j < m; j++) {
            C[i][j] = 0.0;
            for (int k = 0; k < n; k++)
                C[i][j] += A[k][i] * A[k][j];
            C[i][j] *= 0.01;
            C[j][i] = C[i][j];
        }
#pragma endscop
}
