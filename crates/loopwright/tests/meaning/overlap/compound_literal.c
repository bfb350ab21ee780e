// About: two pointers to one compound literal.
#include <stdio.h>
void kernel(int n)
{
  int *p = (int[30]) { 3, 1, 4, 1, 5 };
  int *q = &p[1];
#pragma scop
  for (int i = 0; i < n; i++)
    q[i] = p[i] + 1;
#pragma endscop
  for (int i = 0; i < 30; i++) printf("%d ", p[i]);
  printf("\n");
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(29);
}
