// About: a pointer to a function may have a name that is often used for a division.
#include <stdio.h>
#include <stdlib.h>
static int a[20];
static int pair(int v, int w) { return v + w; }
static void work(int n, int m)
{
  int (*floord)(int, int) = pair;
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < floord(i, 2); j++) a[j % 20] += i;
#pragma endscop
}
static void kernel(int n) { work(n, 3); }
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
