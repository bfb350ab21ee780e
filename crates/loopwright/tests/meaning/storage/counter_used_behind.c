// About: a variable is the counter of a loop, and what it has counted to is used behind it.
// script: expand(j)
// script: pack(j, S0.i)
// script: contract(j)
// script: registers(S1)
#include <stdio.h>
static int a[40], b[40];

int main(void)
{
  int i, j;
#pragma scop
  for (i = 0; i < 5; i++) {
    for (j = 0; j < 5 - i % 2; j++)
      a[i * 5 + j] = i;
    b[i] = j;
  }
#pragma endscop
  for (int k = 0; k < 40; k++)
    printf(" %d %d", a[k], b[k]);
  printf("\n");
}
