// script: realign(A, B, 0)
// has: B: b[i] = 2;
#include <stdio.h>

static void f(int n, int on, int *a, int *b) {
  if (on)
#pragma scop
    for (int i = 0; i < n; i++) {
      A: a[i] = i + 1;
      B: b[i] = 2;
    }
#pragma endscop
  else
    a[0] = 100;
}

int main(void) {
  for (int on = 0; on < 2; on++) {
    int a[4] = {0}, b[4] = {0};
    f(4, on, a, b);
    for (int i = 0; i < 4; i++)
      printf("%d %d ", a[i], b[i]);
    printf("\n");
  }
  return 0;
}
