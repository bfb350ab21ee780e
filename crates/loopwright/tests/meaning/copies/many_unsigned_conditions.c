// About: a counter that is compared with unsigned numbers in every way, and the first iteration of its own.
// script: peel(S0.i, 1)
// legal
#include <stdio.h>

static void kernel(int n, unsigned m, int *a) {
#pragma scop
  for (int i = -n; i <= n; i++) {
    if (i < m)
      a[i + 10]++;
    if (i - m < 3)
      a[i + 10] += 10;
    if (i >= -1u)
      a[i + 10] += 100;
    if (m - 3 > 1)
      a[i + 10] += 1000;
    if ((unsigned char)i < 3)
      a[i + 10] += 7;
    if ((long)i < m)
      a[i + 10] *= 2;
  }
#pragma endscop
}

int main(void) {
  for (int n = 0; n < 7; n++)
    for (int m = 0; m < 5; m++) {
      int a[20] = {5, 3, 2, 4, 9, 8};
      kernel(n, m, a);
      for (int i = 0; i < 20; i++)
        printf("%d ", a[i]);
      printf("\n");
    }
  return 0;
}
