// About: all pairs of bodies, with pointers to their coordinates and sums that are written once.
// script: parallel(S0.i)
// legal
// script: interchange(S4.i, S4.j)
#include <stdio.h>

static double pos[9 * 3], acc[9 * 3], mass[9];

static void kernel(int n) {
#pragma scop
  for (int i = 0; i < n; i++) {
    const double *p = pos + 3 * i;
    double ax = 0, ay = 0, az = 0;
    for (int j = 0; j < n; j++) {
      const double *q = pos + 3 * j;
      double dx = q[0] - p[0], dy = q[1] - p[1], dz = q[2] - p[2];
      double f = mass[j] / (dx * dx + dy * dy + dz * dz + 1);
      ax += f * dx;
      ay += f * dy;
      az += f * dz;
    }
    double *a = &acc[3 * i];
    a[0] = ax;
    a[1] = ay;
    a[2] = az;
  }
#pragma endscop
}

static void run(int n) {
  for (int q = 0; q < 27; q++) {
    pos[q] = (q * 37 + 11) % 23;
    acc[q] = -1;
    mass[q / 3] = q + 1;
  }
  kernel(n);
  printf("%d:", n);
  for (int q = 0; q < 27; q++)
    printf(" %.12g", acc[q]);
  printf("\n");
}

int main(void) {
  run(0);
  run(1);
  run(2);
  run(9);
  return 0;
}
