// About: the whole loop comes out of a macro.
#include <stdio.h>
#define EACH(x, m) for (x = 0; x < m; x++)

static int f(int n, int *a) {
  int i;
#pragma scop
    EACH(i, n) a[i] += 1;
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
