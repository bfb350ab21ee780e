// About: a counter is read through a pointer.
// refused: LW0205
#include <stdio.h>

static int f(int n, int *a) {
  int i = 1, *p = &i;
#pragma scop
    for (i = 0; i < n; i++)
      a[i] += i;
#pragma endscop
  return *p;
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
