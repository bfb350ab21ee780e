// About: a function for integers cuts its arguments off.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
static int max(int a, int b) { return a > b ? a : b; }
double m; double x[40];
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    m = max(m, x[i]);
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 3, 37 };
  for (int k = 0; k < 5; k++) {
    m = 0.5; for (int i = 0; i < 40; i++) x[i] = i * 0.3;
    kernel(sizes[k]);
    printf("%g\n", m);
  }
}
