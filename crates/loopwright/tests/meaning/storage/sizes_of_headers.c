// About: how large new arrays are is known to a header, or to the parameter of a function.
// frees
// script: expand(a)
// legal
// script: expand(b)
// legal
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static int a[40], b[40];

static void kernel(enum limit { LIMIT = 8 } n)
{
#pragma scop
  for (int i = 0; i < optind; i++)
    a[i] = 3 * i + a[i];
  for (int j = 0; j < LIMIT; j++)
    b[j] = 5 * j - b[j];
#pragma endscop
}

int main(void)
{
  for (optind = 0; optind < 9; optind += 3)
    kernel(8);
  for (int i = 0; i < 40; i++)
    printf(" %d %d", a[i], b[i]);
  printf("\n");
}
