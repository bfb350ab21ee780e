// About: a character with `U` is unsigned, one with `L` or without a prefix is not.
#include <stdio.h>

static void kernel(int n, int *a) {
#pragma scop
  for (int i = -3; i < n; i++) {
    if (i < U'a')
      a[i + 3] += 1;
    if (i < L'a')
      a[i + 3] += 10;
    if (i < 'a')
      a[i + 3] += 100;
    if (i < u'a')
      a[i + 3] += 1000;
  }
#pragma endscop
}

int main(void) {
  for (int n = -3; n < 6; n++) {
    int a[9] = {0};
    kernel(n, a);
    for (int i = 0; i < 9; i++)
      printf("%d ", a[i]);
    printf("\n");
  }
  return 0;
}
