// About: the linker may put another function in the place of a weak one.
#include <stdio.h>
int a[30];
__attribute__((weak)) void put(int i) { a[i] = i; }
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    put(i);
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(30);
  for (int i = 0; i < 30; i++) printf("%d ", a[i]);
  printf("\n");
}
