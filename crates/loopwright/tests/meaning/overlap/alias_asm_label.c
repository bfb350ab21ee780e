// About: two variables with the same name for the linker.
// script: parallel(S0.i)
// illegal
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int x[40], y[40];
extern int x2[40] __asm__("x");
void kernel(int n)
{

#pragma scop
  for (int i = 0; i < n; i++)
    x2[i + 1] = x[i] + 1;
#pragma endscop
}
int main(void)
{
  for (int n = 0; n < 12; n += 4) {
    for (int i = 0; i < 40; i++) x[i] = i * i % 11, y[i] = i;
    kernel(n);
    for (int i = 0; i < 40; i++) printf("%d %d ", x[i], y[i]);
    printf("\n");
  }
}
