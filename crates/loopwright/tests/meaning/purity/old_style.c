// About: a function in the old style writes through its parameter.
#include <stdio.h>
int a[20], b[21];
static int bump(p, i) int *p; int i; { p[i + 1] = p[i] + 1; return p[i]; }
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = bump(b, i);
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(20);
  for (int i = 0; i < 20; i++) printf("%d %d ", a[i], b[i]);
  printf("\n");
}
