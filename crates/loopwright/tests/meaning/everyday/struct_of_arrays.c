// About: particles as a structure of arrays, which are named before the loop.
// script: parallel(S0.i)
// script: reverse(S1.i)
#include <stdio.h>

struct particles {
  int n;
  double *x, *v;
  const double *f;
};

static double x[9], v[9], f[9];

static void kernel(struct particles *p, double dt) {
#pragma scop
  double *restrict px = p->x, *restrict pv = p->v;
  const double *pf = p->f;
  for (int i = 0; i < p->n; i++) {
    pv[i] += dt * pf[i];
    px[i] += dt * pv[i];
  }
#pragma endscop
}

static void run(int n) {
  for (int q = 0; q < 9; q++) {
    x[q] = (q * 37 + 11) % 23;
    v[q] = (q * 17 + 5) % 19;
    f[q] = q - 4;
  }
  struct particles p = {n, x, v, f};
  kernel(&p, 0.5);
  printf("%d:", n);
  for (int q = 0; q < 9; q++)
    printf(" %g %g", x[q], v[q]);
  printf("\n");
}

int main(void) {
  run(0);
  run(1);
  run(2);
  run(9);
  return 0;
}
