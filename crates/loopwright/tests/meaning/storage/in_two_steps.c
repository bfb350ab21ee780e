// About: several operations on the storage of one variable.
// frees
// script: rename(t); expand(t)
// legal
// script: rename(t); expand(t, [i]); transpose(t, [1, 0]); parallel(S0.i)
// legal
// script: expand(t, [i]); modulo(t, i, 2)
// legal
// script: transpose(g, [1, 0]); pad(g, 3)
// legal
// script: pad(g, 3); transpose(g, [1, 0]); pad(g, 1)
// legal
// script: modulo(h, k, 2); modulo(h, i, 3)
// script: contract(h, 0); modulo(h, i, 2)
#include <stdio.h>
#include <stdlib.h>

static int g[7][9];

static void kernel(int n, int *restrict a, int *restrict b)
{
  int t = 3, h[10][10];
#pragma scop
  for (int i = 0; i < n; i++) {
    t = a[i] + 1;
    b[i] = t * 2;
    t = b[i] - i;
    a[i] = t;
  }
  for (int k = 1; k < 7; k++)
    for (int i = 1; i < 9; i++) {
      h[k][i] = g[k - 1][i] - g[k][i - 1];
      g[k][i] += h[k][i] * k;
    }
#pragma endscop
  printf(" %d", t);
}

int main(void)
{
  int a[9], b[9];
  for (int n = -1; n < 10; n += 2) {
    for (int i = 0; i < 9; i++)
      a[i] = i * n % 5, b[i] = i;
    for (int i = 0; i < 63; i++)
      g[i / 9][i % 9] = i % 4;
    kernel(n, a, b);
    int sum = 0;
    for (int i = 0; i < 9; i++)
      sum = sum * 3 + a[i] - b[i];
    for (int i = 0; i < 63; i++)
      sum = (sum * 7 + g[i / 9][i % 9]) % 10007;
    printf(" %d", sum);
  }
  printf("\n");
  return 0;
}
