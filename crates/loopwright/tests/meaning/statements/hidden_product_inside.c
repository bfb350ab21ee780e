// About: nothing that is seen says that the first name of a loop is one of a variable.
// refused: LW0126
// hidden: hidden
#include <stdio.h>
static int a[40], b[40];
int w = 3;
#include "kinds.h"

static void kernel(int n)
{
  int y = 2;
#pragma scop
  for (int i = 0; i < n; i++) {
    scale * y, w = 7;
    a[i] = w + i;
  }
#pragma endscop
}

int main(void)
{
  for (int n = 0; n < 12; n += 3) {
    for (int i = 0; i < 40; i++) a[i] = i * i % 11, b[i] = i;
    w = 3;
    kernel(n);
    printf("%d:", w);
    for (int i = 0; i < 40; i++) printf(" %d %d", a[i], b[i]);
    printf("\n");
  }
}
