// About: a macro of a missing header in a function that is called changes what only that function and others see.
// hidden: hidden
#include <stdio.h>
#include "settings.h"
static int x;
static int add(int v) { return NEXT + v; }
void kernel(int n, int *a)
{
  int x = 0;
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = add(i);
#pragma endscop
  printf("%d:", x);
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 7, 20 };
  for (int k = 0; k < 5; k++) {
    int a[40] = { 0 };
    kernel(sizes[k], a);
    for (int i = 0; i < 40; i++)
      printf(" %d", a[i]);
    puts("");
  }
}
