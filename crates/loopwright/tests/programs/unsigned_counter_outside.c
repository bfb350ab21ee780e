// script: reverse(S0.i)
// An unsigned variable never fails `i >= 0`.
#include <stdio.h>

int main(void) {
  unsigned i;
  int x[10];
#pragma scop
  for (i = 0; i < 10; i++)
    x[i] = 3;
#pragma endscop
  for (i = 0; i < 10; i++)
    printf("%d\n", x[i]);
  return 0;
}
