// About: `p->n` is read before the first iteration in any case and written by nobody: a parameter.
// script: tile(S0.i, 2, 3)
// legal
// script: interchange(S0.i, S0.j)
// legal
// script: parallel(S0.i)
// legal
#include <stdio.h>

struct grid {
  int n, m;
};

static void kernel(const struct grid *p, double *a, double x) {
#pragma scop
  for (int i = 0; i < p->n; i++)
    for (int j = 0; j < p->m; j++)
      a[i * p->m + j] += x * i + j;
#pragma endscop
}

int main(void) {
  for (int n = 0; n < 5; n++)
    for (int m = 0; m < 4; m++) {
      double a[20] = {1, 2, 3};
      struct grid g = {n, m};
      kernel(&g, a, 0.5);
      for (int i = 0; i < 20; i++)
        printf("%g ", a[i]);
      printf("\n");
    }
  return 0;
}
