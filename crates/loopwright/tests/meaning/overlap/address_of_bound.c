// About: the bound of a loop is changed through a pointer to it.
#include <stdio.h>
int a[40];
void kernel(void)
{
  int n = 20;
  int *p = &n;
#pragma scop
  for (int i = 0; i < n; i++) {
    a[i] = i;
    p[0] = 12;
  }
#pragma endscop
  for (int i = 0; i < 20; i++) printf("%d ", a[i]);
  printf("%d\n", n);
}
int main(void)
{
  kernel();
}
