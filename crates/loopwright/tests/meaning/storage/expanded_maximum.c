// About: a temporary that is raised to a maximum, in an array.
// script: expand(acc)
// legal
// script: expand(least)
// legal
#include <stdio.h>
#include <stdlib.h>
static long B[24], x[24];
static unsigned short c[24], d[24];
static void kernel(int n)
{
  long acc;
  unsigned short least;
#pragma scop
  for (int i = 0; i < n; i++) {
    acc = x[i];
    if (B[i] > acc)
      acc = B[i];
    B[i] = acc + 1;
  }
  for (int i = 0; i < n; i++) {
    least = c[i];
    if (d[i] < least)
      least = d[i];
    c[i] = least + 1;
  }
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 11, 24 };
  for (int i = 0; i < 24; i++) {
    x[i] = i % 5;
    B[i] = i % 3;
    c[i] = i % 7;
    d[i] = i % 4;
  }
  for (int k = 0; k < 5; k++) {
    kernel(sizes[k]);
    for (int i = 0; i < 24; i++)
      printf(" %ld %d", B[i], c[i]);
    puts("");
  }
}
