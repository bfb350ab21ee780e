// About: a region is the unbraced body of a for.
#include <stdio.h>

static int f(int n, int *a) {
  for (int t = 0; t < 3; t++)
#pragma scop
    for (int i = 0; i < n; i++)
      a[i] += t;
#pragma endscop
  return n;
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
