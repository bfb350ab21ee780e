// About: `&&` gives zero or one, and nothing is combined where no iteration runs.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
int all; int v[40];
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    all = all && v[i];
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 3, 37 };
  for (int k = 0; k < 5; k++) {
    all = 5; for (int i = 0; i < 40; i++) v[i] = i != 30;
    kernel(sizes[k]);
    printf("%d\n", all);
  }
}
