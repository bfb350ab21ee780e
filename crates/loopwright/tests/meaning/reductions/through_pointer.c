// About: a sum through a pointer.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
double total; double *s = &total; double x[40];
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    *s += x[i];
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 3, 37 };
  for (int k = 0; k < 5; k++) {
    total = 2; for (int i = 0; i < 40; i++) x[i] = i;
    kernel(sizes[k]);
    printf("%g\n", total);
  }
}
