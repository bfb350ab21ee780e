// About: a struct in the region used after it.
// refused: LW0208
#include <stdio.h>

static int f(int n, int *a) {
#pragma scop
    struct S { int x, y; } s;
    s.x = 4;
    for (int i = 0; i < n; i++)
      a[i] += s.x;
#pragma endscop
  struct S t = {1, 2};
  return t.y;
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
