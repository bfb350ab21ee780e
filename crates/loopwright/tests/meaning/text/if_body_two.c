// About: the first statement of the region alone is the body of the if.
// refused: LW0107
#include <stdio.h>

static int f(int n, int *a) {
  if (n > 3)
#pragma scop
    for (int i = 0; i < n; i++)
      a[i] += i;
    a[9] += 5;
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
