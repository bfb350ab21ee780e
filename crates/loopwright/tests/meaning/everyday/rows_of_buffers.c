// About: each buffer of several has rows, whose length is a parameter
// script: parallel(S0.i)
// legal
// script: interchange(S0.i, S0.j)
// legal
#include <stdio.h>

static double u[2][64];

static void kernel(int steps, int n)
{
#pragma scop
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        u[(t + 1) % 2][i * n + j] = u[t % 2][i * n + j - 1] + u[t % 2][(i + 1) * n + j];
#pragma endscop
}

int main(void)
{
  for (int n = 0; n < 9; n++) {
    for (int i = 0; i < 64; i++)
      u[0][i] = i * 7 % 13, u[1][i] = i % 5;
    kernel(3, n);
    for (int i = 0; i < 64; i++)
      printf(" %g %g", u[0][i], u[1][i]);
    puts("");
  }
  return 0;
}
