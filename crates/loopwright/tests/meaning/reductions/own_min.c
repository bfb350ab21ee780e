// About: a function called `min` that is none.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
static int min(int a, int b) { return a * 3 - b; }
int m; int x[40];
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    m = min(m, x[i]);
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 3, 37 };
  for (int k = 0; k < 5; k++) {
    m = 1; for (int i = 0; i < 40; i++) x[i] = i < 9 ? i % 7 - 3 : 0; if (sizes[k] > 9) { m = 0; for (int i = 0; i < 9; i++) x[i] = 0; x[36] = 5; x[35] = 1; }
    kernel(sizes[k]);
    printf("%d\n", m);
  }
}
