// About: words of C++ are names in C, also behind the name of a type, and hide others.
// script: reverse(S0.i)
#include <stdio.h>
typedef int number;
static number class = 40, this[3];

static void kernel(int n, int *a)
{
  number class = 3, new = 4, this = 1;
#pragma scop
  for (int i = 0; i < n; i++) {
    a[i] += class * i + this;
    if (i < new)
      a[i] -= class;
  }
#pragma endscop
}

int main(void)
{
  static const int sizes[] = { 0, 1, 2, 9 };
  int a[9] = { 0 };
  for (int s = 0; s < 4; s++)
    kernel(sizes[s], a);
  for (int i = 0; i < 9; i++)
    printf(" %d", a[i]);
  printf(" %d %d\n", class, this[0]);
}
