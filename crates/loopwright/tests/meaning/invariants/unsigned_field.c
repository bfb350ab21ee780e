// About: an unsigned field makes the comparison unsigned, so the first loop does not run for `i == -1`.
// script: reverse(S1.i)
// legal
#include <stdio.h>

struct s {
  unsigned n;
  unsigned char w;
};

static void kernel(const struct s *p, int m, int *a, int *b) {
#pragma scop
  for (int i = m; i < p->n; i++)
    a[i + 1] += 1;
  for (unsigned i = p->n - 1; i < p->w; i++)
    b[i] += p->w - i;
#pragma endscop
}

int main(void) {
  for (int n = 0; n < 8; n++)
    for (int m = -1; m < 2; m++) {
      int a[9] = {0}, b[9] = {0};
      struct s s = {n, 6};
      kernel(&s, m, a, b);
      for (int i = 0; i < 9; i++)
        printf("%d %d ", a[i], b[i]);
      printf("\n");
    }
  return 0;
}
