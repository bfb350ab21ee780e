// About: the number of the line, inside the region.
// refused: LW0208
#include <stdio.h>
int main(void)
{
  int a[20] = { 0 }, n = 20;
#pragma scop
  for (int i = 0; i < n; i++) {



    a[i] = i + __builtin_LINE();
  }
#pragma endscop
  printf("%d\n", a[7]);
}
