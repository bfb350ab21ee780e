// About: counters of nested loops are read later.
#include <stdio.h>

static int f(int n, int *a) {
  int i, j = 77;
#pragma scop
    for (i = 0; i < n; i++)
      for (j = i; j < n - 2; j += 2)
        a[i] += j;
#pragma endscop
  return 100 * i + j;
}

int main(void) {
  for (int n = 1; n < 7; n++) {
    int a[16] = {0};
    int r = f(n, a);
    printf("%d: %d:", n, r);
    for (int i = 0; i < 16; i++)
      printf(" %d", a[i]);
    printf("\n");
  }
  return 0;
}
