// About: a pointer of a type that nothing explains is declared in parentheses.
// refused: LW0126
// hidden: hidden
#include <stdio.h>
static int a[40], b[40];
int w = 3;
#include "kinds.h"

static void kernel(int n)
{
  kind *(x) = a + 1;
  int *p = x;
#pragma scop
  for (int i = 0; i < n; i++)
    p[i] = a[i] + 1;
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
