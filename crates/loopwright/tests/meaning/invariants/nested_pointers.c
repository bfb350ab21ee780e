// About: `p->q->n` through two pointers that nobody changes.
// script: reverse(S0.i)
// script: unroll(S0.i, 2)
#include <stdio.h>

struct inner {
  long n;
};
struct outer {
  struct inner *q;
  int k;
};

static void kernel(const struct outer *p, double *b) {
#pragma scop
  for (long i = 1; i <= p->q->n; i++)
    b[p->q->n - i] = i;
#pragma endscop
}

int main(void) {
  for (int n = 0; n < 8; n++) {
    double b[8] = {0};
    struct inner q = {n};
    struct outer p = {&q, 1};
    kernel(&p, b);
    for (int i = 0; i < 8; i++)
      printf("%g ", b[i]);
    printf("\n");
  }
  return 0;
}
