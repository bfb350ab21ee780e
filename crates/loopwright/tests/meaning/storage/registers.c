// About: sums and references in variables while the innermost loops run, also in copies of them
// script: registers(S, C)
// legal
// script: unroll_and_jam(S.i, 2); unroll_and_jam(S.j, 3); registers(S, C)
// legal
// script: interchange(S.j, S.k); registers(S)
// legal
// script: tile(S, 4, 4, 4); registers(S, C)
// legal
// script: registers(M, v); parallel(M.i)
// legal
#include <stdio.h>
#include <stdlib.h>

static double A[13][13], B[13][13], C[13][13], v[13];

static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        S: C[i][j] += A[i][k] * B[k][j];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      M: v[i] = v[i] < C[i][j] ? v[i] : C[i][j];
#pragma endscop
}

int main(void)
{
  for (int i = 0; i < 13; i++)
    for (int j = 0; j < 13; j++) {
      A[i][j] = i - j % 4;
      B[i][j] = i * 3 % 5 - j;
    }
  for (int n = 0; n <= 13; n++) {
    kernel(n);
    double sum = 0;
    for (int i = 0; i < 13; i++)
      for (int j = 0; j < 13; j++)
        sum = sum * .5 + C[i][j] - v[i];
    printf("%d %g\n", n, sum);
  }
  return 0;
}
