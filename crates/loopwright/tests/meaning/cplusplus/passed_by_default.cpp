// About: who passes nothing passes an array of the loops.
// script: reverse(S0.i)
#include <cstdio>
static long a[30], b[30];

static void run(int n, long *p = b)
{
#pragma scop
  for (int i = 1; i < n; i++) {
    b[i] += i;
    a[i] = p[i - 1];
  }
#pragma endscop
}

int main()
{
  run(9);
  for (int i = 0; i < 10; i++)
    std::printf(" %ld", a[i]);
  std::printf("\n");
}
