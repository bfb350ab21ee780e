// About: a function that is called may use a pointer of the program that is called `abs`.
#include <stdio.h>
static int a[20], calls;
static int more(int v) { return v + ++calls; }
static int (*abs)(int) = more;
static int use(int v) { return 2 * abs(v); }
static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = use(i);
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
