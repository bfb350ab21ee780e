// About: how large an array of the body is depends on the iteration.
// refused: LW0208
#include <stdio.h>
static int a[10];

int main(void)
{
#pragma scop
  for (int i = 0; i < 10; i++) {
    int t[i + 1];
    t[i] = i;
    a[i] = t[i] + (int)sizeof t;
  }
#pragma endscop
  for (int i = 0; i < 10; i++)
    printf(" %d", a[i]);
  printf("\n");
}
