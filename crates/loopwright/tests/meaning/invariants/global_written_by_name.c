// About: a caller gives the address of the variable that the region writes by its name
#include <stdio.h>

static int a[10], g;
static short h;

static void conditions(int *p)
{
#pragma scop
  if (*p > 3)
    g = 0;
  if (*p > 3)
    a[5] = 1;
#pragma endscop
}

static void bounds(short *p)
{
#pragma scop
  for (int i = 0; i < *p; i++) {
    a[i] += 2;
    h = 4;
  }
#pragma endscop
}

int main(void)
{
  for (int n = 0; n < 9; n++) {
    g = n;
    h = (short)n;
    conditions(&g);
    bounds(&h);
    for (int i = 0; i < 10; i++)
      printf("%d ", a[i]);
    printf("%d %d\n", g, h);
  }
  return 0;
}
