// About: reads and writes of `volatile` memory are what a program does, in their order.
// refused: LW0208
#include <stdio.h>
volatile int a[20];
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = i;
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(20);
  for (int i = 0; i < 20; i++) printf("%d ", a[i]);
  printf("\n");
}
