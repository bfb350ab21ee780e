// About: a pragma makes a function weak, wherever it stands.
#include <stdio.h>
double a[30];
double scale(double x) { return 2 * x; }
#pragma weak scale
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = scale(i);
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(30);
  for (int i = 0; i < 30; i++) printf("%g ", a[i]);
  printf("\n");
}
