// About: a loop without a condition that `break` ends, counting up or down.
#include <stdio.h>

static void f(int n, int *a, int *b) {
#pragma scop
  for (int i = 0;; i++) {
    if (i >= n)
      break;
    a[i] += i;
  }
  for (int i = n - 1;; i--) {
    if (i < 0)
      break;
    b[i] += i;
  }
#pragma endscop
}

int main(void) {
  for (int n = 0; n < 7; n++) {
    int a[8] = {0}, b[8] = {0};
    f(n, a, b);
    for (int i = 0; i < 8; i++)
      printf("%d %d,", a[i], b[i]);
    printf("\n");
  }
  return 0;
}
