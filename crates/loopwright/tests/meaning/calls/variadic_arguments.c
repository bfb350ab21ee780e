// About: a function with any number of arguments adds to whatever they point to.
#include <stdarg.h>
#include <stdio.h>
int a[30];
static void bump(int count, ...)
{
  va_list list;
  va_start(list, count);
  while (count-- > 0) *va_arg(list, int *) += count + 1;
  va_end(list);
}
void kernel(int n)
{
#pragma scop
  for (int i = 1; i < n; i++)
    bump(2, &a[i], &a[i - 1]);
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(30);
  for (int i = 0; i < 30; i++) printf("%d ", a[i]);
  printf("\n");
}
