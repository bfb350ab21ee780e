// About: a region in the middle of an else chain.
#include <stdio.h>

static int f(int n, int *a) {
  if (n == 1)
    a[0] = 1;
  else if (n > 3)
#pragma scop
    for (int i = 0; i < n; i++)
      for (int j = 0; j < 2; j++)
        a[i + j] += 2;
#pragma endscop
  else
    a[5] = 6;
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
