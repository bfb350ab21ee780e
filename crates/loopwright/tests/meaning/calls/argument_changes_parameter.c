// About: a function gets the address of a number that subscripts depend on.
// script: reverse(S0.i)
// illegal
#include <stdio.h>
int a[60];
static void advance(int *p) { *p += 1; }
void kernel(int n, int k)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    advance(&k);
    a[k] = i;
  }
#pragma endscop
}
int main(void)
{
  kernel(0, 0); kernel(1, 3); kernel(2, 40); kernel(30, 5);
  for (int i = 0; i < 60; i++) printf("%d ", a[i]);
  printf("\n");
}
