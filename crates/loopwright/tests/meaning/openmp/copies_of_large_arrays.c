// About: threads have copies of an array that a reduction names, and stacks are too small for large ones.
// script: parallel(S0.i, reduction)
// legal
// script: vectorise(S0.i)
#include <stdio.h>
static int h[4000000], x[1000];
int main(void)
{
  for (int i = 0; i < 1000; i++)
    x[i] = i * 7919 % 3999 * 1000;
#pragma scop
  for (int i = 0; i < 1000; i++)
    h[x[i]]++;
#pragma endscop
  long sum = 0;
  for (int i = 0; i < 4000000; i++)
    sum += (long)i % 1009 * h[i];
  printf("%ld %d\n", sum, h[0]);
}
