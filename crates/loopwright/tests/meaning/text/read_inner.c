// About: an outer statement reads the counter of an inner loop.
#include <stdio.h>

static int f(int n, int *a) {
  int i, j = 3;
#pragma scop
    for (i = 0; i < n; i++) {
      a[i] += j;
      for (j = 0; j < i; j++)
        a[j] += 1;
      a[i + 1] += 10 * j;
    }
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
