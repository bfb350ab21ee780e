// About: a condition and a bound behind a pointer to a variable that the region writes by its name
// script: reorder(S2, S1)
// script: fuse(S0, S2)
#include <stdio.h>

static int a[10], b[10];

static void conditions(int first)
{
  int z = first;
  int *p = &z;
#pragma scop
  if (*p > 3)
    z = 0;
  if (*p > 3)
    a[0] = 1;
#pragma endscop
}

static void bounds(int first, int n)
{
  int z = first, *p = &z;
#pragma scop
  for (int i = 0; i < *p; i++)
    a[i] += 1;
  z = n;
  for (int i = 0; i < *p; i++)
    b[i] += a[i];
#pragma endscop
}

static void subscripts(int first)
{
  int z = first, *p = &z;
#pragma scop
  S0: a[0] = *p;
  S1: z = 3;
  S2: a[*p] = 7;
#pragma endscop
}

int main(void)
{
  for (int n = 0; n < 10; n++) {
    conditions(n);
    bounds(n, 9 - n);
    subscripts(n);
    for (int i = 0; i < 10; i++)
      printf("%d %d ", a[i], b[i]);
    printf("\n");
  }
  return 0;
}
