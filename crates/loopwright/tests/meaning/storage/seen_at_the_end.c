// About: a call may end the program, and what it runs then sees arrays that are kept elsewhere.
// script: pad(b, 1)
// script: expand(b)
// script: stripmine(S0.i, 4); pack(b, S0.i)
#include <stdio.h>
#include <stdlib.h>
static int a[16], b[16];

static void show(void)
{
  for (int i = 0; i < 16; i++)
    printf(" %d", b[i]);
  printf("\n");
}

static void check(int x)
{
  if (x > 90)
    exit(0);
}

static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    b[i] = i + 1;
    check(a[i]);
  }
#pragma endscop
}

int main(void)
{
  atexit(show);
  for (int i = 0; i < 16; i++)
    a[i] = i * i;
  kernel(5);
  kernel(16);
  return 0;
}
