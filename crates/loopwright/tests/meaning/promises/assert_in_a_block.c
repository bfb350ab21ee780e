// About: assertions in a block that begins a region are facts too, but not those about its own variables
// script: parallel(S2.i)
// legal
#include <assert.h>
#include <stdio.h>

static int a[64], b[64];

static void kernel(int n, int m)
{
#pragma scop
  {
    assert(m >= n);
    {
      int n = 40;
      assert(n > 30);
    }
    for (int i = 0; i < n; i++)
      a[i] = a[i + m] + 1;
  }
  for (int i = 0; i < n; i++)
    b[i] = a[i] - i;
#pragma endscop
}

int main(void)
{
  const int sizes[] = {0, 1, 2, 5, 32};
  for (int k = 0; k < 5; k++) {
    for (int i = 0; i < 64; i++)
      a[i] = i * 7 % 13;
    kernel(sizes[k], 32);
    for (int i = 0; i < 64; i++)
      printf(" %d %d", a[i], b[i]);
    puts("");
  }
  return 0;
}
