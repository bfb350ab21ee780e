// About: what is assumed behind a call says nothing of what comes before it, because the call may end the program
// script: peel(S0.i, 1)
// script: peel(S0.i, 1); reverse(S0.i)
#include <stdio.h>
#include <stdlib.h>

static void __pencil_assume(int fact)
{
  (void)fact;
}

static int a[16];

static void check(int n)
{
  if (n <= 0) {
    printf("nothing:");
    for (int i = 0; i < 16; i++)
      printf(" %d", a[i]);
    puts("");
    exit(0);
  }
}

static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] += i + 3;
  check(n);
  __pencil_assume(n > 0);
  for (int i = 0; i < n; i++)
    a[i] *= 2;
#pragma endscop
}

int main(void)
{
  const int sizes[] = {16, 2, 1, 0};
  for (int k = 0; k < 4; k++) {
    kernel(sizes[k]);
    for (int i = 0; i < 16; i++)
      printf(" %d", a[i]);
    puts("");
  }
  return 0;
}
