// About: an unsigned counter is read later.
#include <stdio.h>

static int f(int n, int *a) {
  unsigned i;
#pragma scop
    for (i = 0; i < (unsigned)n; i += 3)
      a[i] += 1;
#pragma endscop
  return (int)i;
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
