// About: the counter is read between two loops over it.
#include <stdio.h>

static int f(int n, int *a) {
  int i;
#pragma scop
    for (i = 0; i < n; i++)
      a[i] += 1;
    a[12] = i;
    for (i = 0; i < 3; i++)
      a[i] += 2;
    a[13] = i;
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
