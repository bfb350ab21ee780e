// About: pointers to two members of a union lead to the same memory.
#include <stdio.h>
union both { int i[20]; unsigned u[20]; } x;
void kernel(int n)
{
  int *p = x.i;
  unsigned *q = x.u;
#pragma scop
  for (int i = 1; i < n; i++)
    q[i] = p[i - 1] + 1;
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(20);
  for (int i = 0; i < 20; i++) printf("%d ", x.i[i]);
  printf("\n");
}
