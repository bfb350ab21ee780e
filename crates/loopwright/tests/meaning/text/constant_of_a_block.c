// About: a constant of a block that has ended is gone.
#include <stdio.h>
static int a[20];
enum { N = 5 };
static void kernel(int n)
{
  {
    enum { N = 3 };
    a[19] = N;
  }
#pragma scop
  for (int i = 0; i < N; i++)
    a[i] += n;
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
