// About: a pointer to a function may be called `min` and lead to something else.
#include <stdio.h>
#include <stdlib.h>
static int a[20];
static int pair(int v, int w) { return v * 10 + w; }
static void work(int n, int (*min)(int, int))
{
#pragma scop
  for (int i = 0; i < n; i++)
    if (min(i, 1) > 1) a[i] = min(i, 1);
#pragma endscop
}
static void kernel(int n) { work(n, pair); }
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
