// About: a global pointer leads where another function of the file has it lead.
#include <stdio.h>
double a[40];
double *p;
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    p[i] = a[i] + 1;
#pragma endscop
}
int main(void)
{
  p = a + 1;
  kernel(0); kernel(1); kernel(2); kernel(30);
  for (int i = 0; i < 40; i++) printf("%g ", a[i]);
  printf("\n");
}
