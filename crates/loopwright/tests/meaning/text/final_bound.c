// About: a counter is the bound of a later loop.
#include <stdio.h>

static int f(int n, int *a) {
  int i, j;
#pragma scop
    for (i = 0; i < n; i += 2)
      a[i] += i;
    for (j = 0; j < i; j++)
      a[j] += 3;
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
