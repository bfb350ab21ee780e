// About: what a user says of a name is what it is.
// args: -U scale -U twice
// hidden: hidden
#include <stdio.h>
#include "settings.h"
void kernel(int n, int *a)
{
  int x = 0;
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = scale * i;
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
