// About: a constant of one function hides that of the file there, and in no other function.
// script: reverse(S0.i)
#include <stdio.h>
static int a[20];
enum { N = 5 };
static void first(int n)
{
  enum { N = 3 };
#pragma scop
  for (int i = 0; i < N; i++)
    a[i] += n;
#pragma endscop
}
static void second(int n)
{
#pragma scop
  for (int i = 0; i < N; i++)
    a[i] += n;
#pragma endscop
}
static void third(int n)
{
  enum { N = 9 };
#pragma scop
  for (int i = 0; i < N; i++)
    a[i] += n;
#pragma endscop
}
static void kernel(int n)
{
  first(n);
  second(n);
  third(n);
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
