// About: a missing header does not matter to names that the file itself declares.
// script: reverse(S0.i)
// legal
// hidden: hidden
#include <stdio.h>
#include "settings.h"
static const int own = 5;
void kernel(int n, int *a)
{
  int x = 0;
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = own * i;
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
