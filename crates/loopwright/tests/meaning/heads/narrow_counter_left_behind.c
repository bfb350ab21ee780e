// About: what a counter of a narrow type holds behind its loop is written as it is held
#include <stdio.h>

static unsigned char uc;
static signed char sc;
static unsigned short us;
static unsigned u;

static void kernel(int *a)
{
#pragma scop
  for (uc = 253; uc != 5; uc++)
    a[uc] = 1;
  for (us = 65530; us != 3; us++)
    a[us & 255] = 2;
  for (sc = 3; sc > -5; sc--)
    a[sc + 5] += 3;
  for (u = 4294967290u; u != 3; u++)
    a[u & 255] += 4;
#pragma endscop
}

int main(void)
{
  int a[256] = {0};
  kernel(a);
  for (int i = 0; i < 256; i++)
    printf("%d ", a[i]);
  printf("%d %d %d %u\n", uc, sc, us, u);
  return 0;
}
