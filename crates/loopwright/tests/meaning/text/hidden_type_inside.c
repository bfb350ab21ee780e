// About: a type name hides another one that a global variable has: in the region it is the inner one
// refused: LW0208
#include <stdio.h>

typedef long number;
static number total[6];

static void kernel(int n)
{
  typedef unsigned char number;
#pragma scop
  for (int i = 0; i < n; i++) {
    number x = i * 300;
    total[i] = x + 1;
  }
#pragma endscop
}

int main(void)
{
  for (int n = 0; n <= 6; n++) {
    kernel(n);
    for (int i = 0; i < 6; i++)
      printf(" %ld", total[i]);
    printf("\n");
  }
  return 0;
}
