// About: the counter is set before the loop and read if the loop is not entered.
#include <stdio.h>

static int f(int n, int *a) {
  int i;
#pragma scop
    i = 7;
    if (n > 3)
      for (i = 0; i < n; i++)
        a[i] += 1;
    a[14] = i;
#pragma endscop
  return i;
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
