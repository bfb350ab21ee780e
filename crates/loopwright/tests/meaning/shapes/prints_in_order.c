// About: calls that print keep their order, and loops without them stay free
// script: reverse(S1.i)
// illegal
// script: reverse(S0.i)
// legal
#include <stdio.h>

static void kernel(int n, int *restrict a)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = i * i;
  for (int i = 0; i < n; i++)
    printf("%d ", a[i]);
#pragma endscop
}

int main(void)
{
  int a[9];
  for (int n = 0; n < 9; n += n ? 3 : 1) {
    kernel(n, a);
    puts("");
  }
  return 0;
}
