// About: C binds the else behind the region to the if inside it.
// refused: LW0107
#include <stdio.h>

static int f(int n, int *a) {
  if (n > 1)
#pragma scop
    if (n > 4)
      a[1] = n;
#pragma endscop
  else
    a[2] = 5;
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
