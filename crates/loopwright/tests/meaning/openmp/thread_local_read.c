// About: Other threads than the first one read another variable of the same name.
// script: parallel(S0.i)
// script: vectorize(S0.i, 4)
#include <stdio.h>
_Thread_local int t;
int b[40];
static void kernel(int n) {
#pragma scop
  for (int i = 0; i < n; i++)
    b[i] = t + i;
#pragma endscop
  printf("%d:", n);
  for (int i = 0; i < 40; i++)
    printf(" %d", b[i]);
  printf("\n");
}
int main(void) {
  t = 8;
  kernel(0);
  kernel(1);
  kernel(2);
  t = 9;
  kernel(40);
  return 0;
}
