// About: a function that only looks at the structure leaves its bound alone.
// script: reverse(S0.i)
// legal
#include <stdio.h>

struct s {
  int n;
  double x;
};

static double scaled(const struct s *p, int i) { return p->x * i; }

static void kernel(const struct s *p, double *a) {
#pragma scop
  for (int i = 0; i < p->n; i++)
    a[i] = scaled(p, i);
#pragma endscop
}

int main(void) {
  for (int n = 0; n < 6; n++) {
    double a[6] = {3, 1, 4};
    kernel(&(struct s){n, 2.5}, a);
    for (int i = 0; i < 6; i++)
      printf("%g ", a[i]);
    printf("\n");
  }
  return 0;
}
