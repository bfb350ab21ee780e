// About: a statement in an expression of a function changes a global variable.
#include <stdio.h>
int calls, a[20];
static int odd(int x) { return ({ int y = x; calls += y; y + calls; }); }
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = odd(i);
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(20);
  for (int i = 0; i < 20; i++) printf("%d ", a[i]);
  printf("\n");
}
