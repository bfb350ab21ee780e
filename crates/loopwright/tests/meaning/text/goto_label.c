// About: a region directly behind a label that is jumped to.
#include <stdio.h>

static int f(int n, int *a) {
  int t = 0;
again:
#pragma scop
    for (int i = 0; i < n; i++)
      a[i] += i;
#pragma endscop
  if (t++ < 2) goto again;
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
