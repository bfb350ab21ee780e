// About: a type of a header that is not read looks like a variable in brackets.
// refused: LW0011
#include <stdio.h>
#include <sys/types.h>
static int a[24];
int main(void)
{
#pragma scop
  for (int i = 0; i < 10; i++)
    a[i] = (u_char)-i;
#pragma endscop
  for (int i = 0; i < 24; i++)
    printf(" %d", a[i]);
  puts("");
}
