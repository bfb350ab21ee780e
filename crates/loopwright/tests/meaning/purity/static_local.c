// About: a `static` variable keeps what earlier calls have left.
#include <stdio.h>
double a[20];
static double scale(double x) { static int calls; return x + calls++; }
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = scale(i);
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(20);
  for (int i = 0; i < 20; i++) printf("%g ", a[i]);
  printf("\n");
}
