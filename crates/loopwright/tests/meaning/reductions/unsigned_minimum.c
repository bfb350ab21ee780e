// About: a signed and an unsigned number are compared as unsigned ones.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
int m; unsigned x[40];
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    m = m < x[i] ? m : x[i];
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 3, 37 };
  for (int k = 0; k < 5; k++) {
    m = -1; for (int i = 0; i < 40; i++) x[i] = i % 7 ? 5 + i : 0xfffffff0u + i;
    kernel(sizes[k]);
    printf("%d\n", m);
  }
}
