// About: a function without effects that looks at a global variable, which the loop changes.
#include <stdio.h>
double a[20], state;
static double look(double x) { return x + state; }
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    state = i * 2;
    a[i] = look(1);
  }
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(20);
  for (int i = 0; i < 20; i++) printf("%g ", a[i]);
  printf("\n");
}
