// About: a counter of a loop under a condition.
#include <stdio.h>

static int f(int n, int *a) {
  int i = 55;
#pragma scop
    if (n > 3)
      for (i = 0; i < n; i++)
        a[i] += i;
#pragma endscop
  return i;
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
