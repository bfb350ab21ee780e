// About: bytes are written to where the bound is, so the loop ends when the bound says so.
#include <stdio.h>

struct s {
  int n;
  int rest;
};

static void kernel(struct s *p, char *c, int *out) {
#pragma scop
  for (int i = 0; i < p->n; i++) {
    out[i] = i;
    c[0] = 3;
  }
#pragma endscop
}

int main(void) {
  for (int n = 0; n < 9; n++) {
    struct s s = {n, 0};
    int out[9] = {0};
    kernel(&s, (char *)&s.n, out);
    for (int i = 0; i < 9; i++)
      printf("%d ", out[i]);
    printf("%d\n", s.n);
  }
  return 0;
}
