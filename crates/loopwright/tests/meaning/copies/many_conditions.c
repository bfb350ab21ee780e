// About: which iteration is the last one that does something has over a hundred cases here; `n` is the last one.
// script: peel(S0.i, -1)
// legal
// script: peel(S0.i, 1)
// legal
#include <stdio.h>

static void kernel(int n, int m, int *a) {
#pragma scop
  for (int i = -n; i <= n; i++) {
    if (i % 2 == 1)
      a[i + 10]++;
    if (i % 2)
      a[i + 10] += 10;
    if (i / 3 == 0)
      a[i + 10] += 100;
    if ((i - m) % 3 == -1)
      a[i + 10] += 1000;
    if (i / 2 < m / 3)
      a[i + 10] += 5;
    if (m % 4 == 3)
      a[i + 10] = -a[i + 10];
  }
#pragma endscop
}

int main(void) {
  for (int n = 0; n < 7; n++)
    for (int m = -5; m < 5; m++) {
      int a[20] = {5, 3, 2, 4, 9, 8};
      kernel(n, m, a);
      for (int i = 0; i < 20; i++)
        printf("%d ", a[i]);
      printf("\n");
    }
  return 0;
}
