// About: a comparison of a variable with something computed from it finds no minimum of many
// script: reverse(S0.i)
#include <stdio.h>
static int k(int n, int t) {
#pragma scop
  for (int i = 0; i < n; i++)
    if ((t & 63) < t)
      t = (t & 63);
#pragma endscop
  return t;
}
int main(void) {
  for (int n = 0; n < 4; n++)
    printf("%d %d %d\n", k(n, 99), k(n, -3), k(n, 64));
}
