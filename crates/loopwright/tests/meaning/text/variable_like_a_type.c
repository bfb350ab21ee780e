// About: a variable has the name of a type of the system.
// refused: LW0011
#include <stdio.h>
static int a[24];
int int8_t = 5;
int main(void)
{
#pragma scop
  for (int i = 0; i < 20; i++)
    a[i] = (int8_t)-i;
#pragma endscop
  for (int i = 0; i < 24; i++)
    printf(" %d", a[i]);
  puts("");
}
