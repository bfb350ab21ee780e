// About: an assertion whose condition does something is a call that may do anything
// script: parallel(S0.i)
// illegal
#include <assert.h>
#include <stdio.h>

static int a[16], count;

static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    a[i] = count;
    assert(++count > 0);
  }
#pragma endscop
}

int main(void)
{
  const int sizes[] = {0, 1, 2, 16};
  for (int k = 0; k < 4; k++) {
    kernel(sizes[k]);
    for (int i = 0; i < 16; i++)
      printf(" %d", a[i]);
    printf(" %d\n", count);
  }
  return 0;
}
