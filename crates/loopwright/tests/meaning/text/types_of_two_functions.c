// About: a type of one function hides that of the file there, and in no other function.
#include <stdio.h>
static int a[20];
typedef int T;
struct s { int v[3]; int w; };
static struct s outer = { { 1, 2, 3 }, 4 };
static void first(int n)
{
  typedef unsigned char T;
  struct s { short w; int v[9]; } inner = { 0 };
#pragma scop
  for (int i = 0; i < n; i++) {
    T x = i * 300;
    inner.v[i % 9] = x;
    a[i] = x;
  }
#pragma endscop
  a[19] = inner.v[1];
}
static void second(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    T x = i * 300;
    outer.v[i % 3] += 1;
    a[i] += x + outer.w;
  }
#pragma endscop
  a[18] = outer.v[2];
}
static void kernel(int n)
{
  first(n);
  second(n);
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
