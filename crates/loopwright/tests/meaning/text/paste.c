// About: a macro pastes the counter's name.
#include <stdio.h>
#define X(v) x##v

static int f(int n, int *a) {
  int xi = 7;
#pragma scop
    for (int i = 0; i < n; i++)
      a[i] += X(i) + i;
#pragma endscop
  return 0;
}

int main(void) {
  for (int n = 0; n < 7; n++) {
    int a[16] = {0};
    int r = f(n, a);
    printf("%d: %d:", n, r);
    for (int i = 0; i < 16; i++)
      printf(" %d", a[i]);
    printf("\n");
  }
  return 0;
}
