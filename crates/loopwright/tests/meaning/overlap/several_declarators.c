// About: pointers that are declared and set in one line, and in the head of a loop around.
#include <stdio.h>
double a[60];
void kernel(int n)
{
  for (double *p = a, *q = a + 1; p < a + 3; p++, q++) {
#pragma scop
    for (int i = 0; i < n; i++)
      q[i] = p[i] + 1;
#pragma endscop
  }
}
int main(void)
{
  for (int i = 0; i < 60; i++) a[i] = i % 6;
  kernel(0); kernel(1); kernel(2); kernel(30);
  for (int i = 0; i < 60; i++) printf("%g ", a[i]);
  printf("\n");
}
