// About: a function in the function is not the one of the library of that name.
// refused: LW0202
#include <stdio.h>
void kernel(int n, double *a)
{
  int count = 0;
  double floor(double x) { return x + count++; }
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = floor(a[i]);
#pragma endscop
  printf("%d\n", count);
}
int main(void)
{
  double a[10];
  for (int n = 0; n <= 10; n += 5) {
    for (int i = 0; i < 10; i++) a[i] = i;
    kernel(n, a);
    for (int i = 0; i < 10; i++) printf("%g ", a[i]);
  }
}
