// About: a later loop goes on without giving the counter a value.
#include <stdio.h>

static int f(int n, int *a) {
  int i;
#pragma scop
    for (i = 0; i < n; i += 2)
      a[i] += i;
#pragma endscop
  for (; i < 10; i++)
    a[i] = 7;
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
