// About: a parameter may have the name of a function of the library, and lead to another one.
#include <stdio.h>
#include <stdlib.h>
static int a[20];
static int more(int v) { return v + 100; }
static void work(int n, int (*abs)(int))
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = abs(i);
#pragma endscop
}
static void kernel(int n) { work(n, more); }
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
