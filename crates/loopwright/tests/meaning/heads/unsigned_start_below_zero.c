// About: `i - 1` is the largest unsigned number at i = 0, so that the inner loop does not run there.
#include <stdio.h>

static void f(unsigned n, int *a) {
#pragma scop
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = i - 1; j <= i + 1; j++)
      a[j] += i + 1;
#pragma endscop
}

int main(void) {
  for (unsigned n = 0; n < 5; n++) {
    int a[8] = {0};
    f(n, a);
    for (int i = 0; i < 8; i++)
      printf("%d ", a[i]);
    printf("\n");
  }
  return 0;
}
