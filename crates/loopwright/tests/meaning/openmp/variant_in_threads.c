// About: OpenMP lets threads call another function in the place of one.
// script: parallel(S0.i)
// legal
#include <stdio.h>
static int a[20];
static int in_threads(int x) { return x + 100; }
#pragma omp declare variant(in_threads) match(construct = { parallel })
static int value(int x) { return x; }
static int next(int x) { return value(x) + 1; }
static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = next(i) + value(i);
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 5, 13 };
  for (int k = 0; k < 5; k++) {
    kernel(sizes[k]);
    for (int i = 0; i < 20; i++)
      printf("%d ", a[i]);
    puts("");
  }
}
