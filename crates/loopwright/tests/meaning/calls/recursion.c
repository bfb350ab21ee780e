// About: a function calls itself through another one.
#include <stdio.h>
int a[30];
static void down(int i);
static void half(int i) { if (i > 0) down(i / 2); }
static void down(int i) { a[i] += i + 1; half(i); }
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    down(i);
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(30);
  for (int i = 0; i < 30; i++) printf("%d ", a[i]);
  printf("\n");
}
