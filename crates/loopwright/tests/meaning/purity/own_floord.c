// About: a function whose name says that it divides does something else.
#include <stdio.h>
static int floord(int a, int b) { return a + b; }
int a[40];
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[floord(i, 2)] = i;
#pragma endscop
}
int main(void)
{
  kernel(-5); kernel(0); kernel(1); kernel(2); kernel(20);
  for (int i = 0; i < 40; i++) printf("%d ", a[i]);
  printf("\n");
}
