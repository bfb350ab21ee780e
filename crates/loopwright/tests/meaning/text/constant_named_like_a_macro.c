// About: a constant has the name that a macro of the new text would have.
// script: stripmine(S0.i, 4)
// legal
#include <stdio.h>
enum { lw_min = 4 };
static const int lw_max = 3;
static int a[40], b[40];

static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = 2 * i + lw_min;
  for (int i = 5; i < n; i++)
    b[i] = a[i - lw_max];
#pragma endscop
}

int main(void)
{
  static const int sizes[] = { 0, 1, 9, 40 };
  for (int s = 0; s < 4; s++)
    kernel(sizes[s]);
  for (int k = 0; k < 40; k++)
    printf(" %d %d", a[k], b[k]);
  printf("\n");
}
