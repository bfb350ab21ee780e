// About: what is compared and assigned is computed from the counter, and written anew at each place
// script: reverse(S0.i)
#include <stdio.h>
static int k(int n) {
  int t = 99;
#pragma scop
  for (int i = 0; i < n; i++)
    if ((i - 1 & 63) < t)
      t = (i - 1 & 63);
#pragma endscop
  return t;
}
int main(void) {
  for (int n = 0; n < 5; n++)
    printf("%d\n", k(n));
  printf("%d\n", k(200));
}
