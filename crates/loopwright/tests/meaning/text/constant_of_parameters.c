// About: a constant may be declared among the parameters of a function, for that function.
#include <stdio.h>
static int a[20];
enum { N = 5 };
static int other(enum { N = 3, M } v) { return v == N; }
static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < N; i++)
    a[i] += n;
#pragma endscop
  a[18] = other(3);
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
