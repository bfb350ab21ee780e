// About: a size_t counter is read later.
#include <stdio.h>
#include <stddef.h>

static int f(int n, int *a) {
  size_t i, m = (size_t)n;
#pragma scop
    for (i = 0; i < m; i++)
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
