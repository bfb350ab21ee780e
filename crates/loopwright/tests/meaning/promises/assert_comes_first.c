// About: an assertion at the head of a region is a fact for all of it, and no call that may do anything
// script: parallel(S1.i)
// legal
// script: reverse(S1.i)
// legal
#include <assert.h>
#include <stdio.h>

static int a[64];

static void kernel(int n, int m)
{
#pragma scop
  assert(m >= n);
  for (int i = 0; i < n; i++)
    a[i] = a[i + m] + 1;
#pragma endscop
}

int main(void)
{
  const int sizes[] = {0, 1, 2, 5, 32};
  for (int k = 0; k < 5; k++)
    for (int more = 0; more < 3; more++) {
      int n = sizes[k], m = n + more < 32 ? n + more : 32;
      for (int i = 0; i < 64; i++)
        a[i] = i * 7 % 13;
      kernel(n, m);
      printf("%d %d:", n, m);
      for (int i = 0; i < 64; i++)
        printf(" %d", a[i]);
      puts("");
    }
  return 0;
}
