// About: new arrays have as many cells as a loop needs that a condition keeps from running.
// frees
// script: expand(t)
// legal
// script: pack(a, S0.i)
// legal
// script: pad(b, 2)
// legal
// script: expand(u)
// legal
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static int a[40], b[40];

static void kernel(int n, int m, int use, int more)
{
  int t, u;
#pragma scop
  if (use)
    for (int i = 0; i < n; i++) {
      t = a[i] + 1;
      b[i] = t * 2;
    }
  if (more > 3 && use < 2)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++) {
        u = a[i] * j;
        b[j] += u + i;
      }
#pragma endscop
}

int main(void)
{
  for (int i = 0; i < 40; i++)
    a[i] = i * i % 7;
  kernel(INT_MAX, INT_MAX, 0, 0);
  kernel(INT_MAX, 5, 0, 3);
  kernel(0, INT_MAX, 1, 4);
  kernel(2000, 0, 0, 4);
  kernel(30, INT_MAX, 3, 4);
  for (int k = -1; k < 4; k++)
    kernel(10 * k, 7, k, 2 * k);
  for (int i = 0; i < 40; i++)
    printf(" %d", b[i]);
  printf("\n");
  return 0;
}
