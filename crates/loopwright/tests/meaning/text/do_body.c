// About: a region is the unbraced body of a do.
#include <stdio.h>

static int f(int n, int *a) {
  int t = 0;
  do
#pragma scop
    for (int i = 0; i < n; i++)
      a[i] += i;
#pragma endscop
  while (t++ < 3);
  return t;
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
