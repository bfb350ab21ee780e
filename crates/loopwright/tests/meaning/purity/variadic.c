// About: a function with any number of arguments.
#include <stdarg.h>
#include <stdio.h>
int calls, a[20];
static int first(int n, ...)
{
  va_list list;
  va_start(list, n);
  int *p = va_arg(list, int *);
  va_end(list);
  return (*p)++ + n;
}
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = first(i, &calls);
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(20);
  for (int i = 0; i < 20; i++) printf("%d ", a[i]);
  printf("%d\n", calls);
}
