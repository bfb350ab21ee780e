// About: assembly in a function gives a pointer the address of a static array that it names.
// script: parallel(S0.i)
// illegal
#include <stdio.h>
static int x[40];
void kernel(int n)
{
  int *a;
  __asm__("leaq x(%%rip), %0" : "=r"(a));
#pragma scop
  for (int i = 0; i < n; i++)
    a[i + 1] = x[i] + 1;
#pragma endscop
}
int main(void)
{
  for (int n = 0; n < 12; n += 4) {
    for (int i = 0; i < 40; i++) x[i] = i * i % 11;
    kernel(n);
    for (int i = 0; i < 40; i++) printf("%d ", x[i]);
    printf("\n");
  }
}
