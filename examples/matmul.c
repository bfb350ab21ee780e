#include <stdio.h>

static double A[1500][1500], B[1500][1500], C[1500][1500];

static void matmul(int n)
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            C[i][j] = 0;
            for (int k = 0; k < n; k++)
Mult:           C[i][j] += A[i][k] * B[k][j];
        }
#pragma endscop
}

int main(void)
{
    for (int i = 0; i < 1500; i++)
        for (int j = 0; j < 1500; j++) {
            A[i][j] = (i + 2 * j) % 7;
            B[i][j] = (3 * i - j) % 5;
        }
    matmul(1500);
    printf("%g %g\n", C[3][4], C[1499][700]);
    return 0;
}
