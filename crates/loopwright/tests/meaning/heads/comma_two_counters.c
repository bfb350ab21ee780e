// About: two counters that meet, steps that see each other, and a `continue` that does not leave a step out.
#include <stdio.h>

static int kernel(int n, int *a, int *b) {
  int i, j, k = 0;
#pragma scop
  for (i = 0, j = n - 1; i < j; i++, j--) {
    int t = a[i];
    a[i] = a[j];
    a[j] = t;
  }
  for (i = 0, j = 0; i < n; i++, j = i * 2)
    b[i] += j;
  for (i = 0, k = 1; i < n; i++, k++) {
    if (i == 3)
      continue;
    b[i] += k * 100;
  }
#pragma endscop
  return i * 100 + j * 10 + k;
}

int main(void) {
  for (int n = 0; n < 8; n++) {
    int a[8] = {3, 1, 4, 1, 5, 9, 2, 6}, b[9] = {0};
    printf("%d:", kernel(n, a, b));
    for (int i = 0; i < 8; i++)
      printf(" %d %d", a[i], b[i]);
    printf("\n");
  }
  return 0;
}
