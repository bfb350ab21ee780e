// About: a macro in the body of a function calls one with effects.
#include <stdio.h>
static int calls;
static int tick(void) { return calls++; }
#define TICK tick()
int a[20];
static int twice(int x) { return 2 * x + TICK; }
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = twice(i);
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(20);
  for (int i = 0; i < 20; i++) printf("%d ", a[i]);
  printf("\n");
}
