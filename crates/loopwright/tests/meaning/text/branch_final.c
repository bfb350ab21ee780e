// About: counters of loops in two branches.
#include <stdio.h>

static int f(int n, int *a) {
  int i = 40;
#pragma scop
    if (n > 4)
      for (i = 0; i < n; i++)
        a[i] += 1;
    else if (n > 2)
      for (i = 9; i > n; i -= 2)
        a[i] += 2;
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
