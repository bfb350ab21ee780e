// About: a parameter is the counter.
#include <stdio.h>

static int f(int n, int *a) {
#pragma scop
    for (n = 0; n < 5; n++)
      a[n] += 1;
#pragma endscop
  return n;
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
