// About: A function that only computes may read a variable of its thread.
// args: --pure scaled
// script: parallel(S0.i)
#include <stdio.h>
static _Thread_local int factor = 1;
static int scaled(int x) { return x * factor; }
int b[40];
static void kernel(int n) {
#pragma scop
  for (int i = 0; i < n; i++)
    b[i] = scaled(i);
#pragma endscop
  printf("%d:", n);
  for (int i = 0; i < 40; i++)
    printf(" %d", b[i]);
  printf("\n");
}
int main(void) {
  factor = 7;
  kernel(0);
  kernel(1);
  kernel(2);
  kernel(40);
  return 0;
}
