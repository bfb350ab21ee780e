// About: a kill is about the variable, not about the value that it was set to
// script: parallel(S1.i)
#include <stdio.h>

static void __pencil_kill(int value)
{
  (void)value;
}

static int a[16];

static void kernel(int n)
{
#pragma scop
  int b = 5;
  for (int i = 0; i < n; i++)
    a[i] += b + i;
  __pencil_kill(b);
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
