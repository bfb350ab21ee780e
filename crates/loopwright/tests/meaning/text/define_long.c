// About: `long` is `int` here, in what is generated, too: a wider counter cannot be written.
// refused: LW0011
#include <stdio.h>
#define long int

static void kernel(int n, int m, int *a) {
#pragma scop
  for (int i = m - n; i < m + n; i++)
    a[i - m + n] = i + 1;
#pragma endscop
}
#undef long

int main(void) {
  for (int n = 0; n < 4; n++) {
    int a[8] = {0};
    kernel(n, 2147483643, a);
    for (int i = 0; i < 8; i++)
      printf(" %d", a[i]);
    printf("\n");
  }
  return 0;
}
