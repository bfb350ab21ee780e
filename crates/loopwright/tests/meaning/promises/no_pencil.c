// About: `__PENCIL__` is defined by translators of PENCIL, never by a compiler of C
// script: parallel(S0.i)
// legal
#include <stdio.h>

static int a[16];

static void kernel(int n)
{
#pragma scop
#if __PENCIL__
  for (int i = 0; i < n; i++)
    a[i] = a[0];
#else
  for (int i = 0; i < n; i++)
    a[i] += i + 1;
#endif
#pragma endscop
}

int main(void)
{
  const int sizes[] = {0, 1, 2, 16};
  for (int k = 0; k < 4; k++) {
    kernel(sizes[k]);
    for (int i = 0; i < 16; i++)
      printf(" %d", a[i]);
    puts("");
  }
  return 0;
}
