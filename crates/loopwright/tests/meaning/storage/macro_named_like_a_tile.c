// About: a macro has the name that the loop over tiles would have.
// script: stripmine(S0.i, 4); pack(a, S0.i)
// legal
#include <stdio.h>
#define it (i + 1)
static int a[40];

int main(void)
{
#pragma scop
  for (int i = 0; i < 20; i++)
    a[i] += it;
#pragma endscop
  for (int i = 0; i < 20; i++)
    printf(" %d", a[i]);
  printf("\n");
}
