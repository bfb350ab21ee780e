// About: a function of the program whose name the library has, too, with another type.
#include <stdio.h>
static int calls, a[20];
static int floor(int x, int y);
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = floor(i, 3);
#pragma endscop
}
static int floor(int x, int y) { return x * y + calls++; }
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(20);
  for (int i = 0; i < 20; i++) printf("%d ", a[i]);
  printf("%d\n", calls);
}
