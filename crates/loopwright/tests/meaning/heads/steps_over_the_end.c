// About: steps of three need not meet either end.
#include <stdio.h>

static void f(int n, int *a) {
#pragma scop
  for (int i = n - 1; i >= 0; i -= 3)
    a[i] += n - i;
#pragma endscop
}

int main(void) {
  for (int n = 0; n < 8; n++) {
    int a[8] = {0};
    f(n, a);
    for (int i = 0; i < 8; i++)
      printf(" %d", a[i]);
    printf("\n");
  }
  return 0;
}
