// About: a variable has the name that the parameter for `p->n` would have.
// script: reverse(S0.i)
// legal
#include <stdio.h>

struct s {
  int n;
};

static void kernel(const struct s *p, int p_n, double *a) {
#pragma scop
  for (int i = 0; i < p->n; i++)
    for (int j = p_n; j < 4; j++)
      a[i] += j;
#pragma endscop
}

int main(void) {
  for (int n = 0; n < 6; n++) {
    double a[6] = {3, 1, 4};
    kernel(&(struct s){n}, n - 2, a);
    for (int i = 0; i < 6; i++)
      printf("%g ", a[i]);
    printf("\n");
  }
  return 0;
}
