// About: two pointers in a structure are set by its initialiser.
#include <stdio.h>
struct pair { double *from, *to; };
double a[40];
void kernel(int n)
{
  struct pair s = { .to = a + 1, .from = a };
#pragma scop
  for (int i = 0; i < n; i++)
    s.to[i] = s.from[i] + 1;
#pragma endscop
}
int main(void)
{
  for (int i = 0; i < 40; i++) a[i] = i * i % 11;
  kernel(0); kernel(1); kernel(2); kernel(30);
  for (int i = 0; i < 40; i++) printf("%g ", a[i]);
  printf("\n");
}
