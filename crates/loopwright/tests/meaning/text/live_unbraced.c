// About: the loop around is unbraced and its head reads the counter.
#include <stdio.h>

static int f(int n, int *a) {
  int i = 0, t;
  for (t = 0; t < 9; t += 1 + i)
#pragma scop
    for (i = 0; i < n; i++)
      a[i] += i;
#pragma endscop
  return t;
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
