// About: `abs` of the program is not that of the library.
#include <stdio.h>
static int abs(int x) { return x + 7; }
int a[40];
void kernel(int n)
{
#pragma scop
  for (int i = -5; i < n; i++)
    a[abs(i)] = i;
#pragma endscop
}
int main(void)
{
  kernel(-5); kernel(0); kernel(1); kernel(2); kernel(20);
  for (int i = 0; i < 40; i++) printf("%d ", a[i]);
  printf("\n");
}
