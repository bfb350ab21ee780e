// About: a macro pastes a name in a subscript.
#include <stdio.h>
#define AT(x, y, z) x##_##y z

static int f(int n, int *a) {
  int b_1[8] = {1, 2, 3, 4, 5, 6, 7, 8};
#pragma scop
    for (int i = 0; i < n; i++)
      a[i] += AT(b, 1, [i]);
#pragma endscop
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
