// About: a function returns a structure with two pointers into one array.
#include <stdio.h>
struct pair { double *from, *to; };
double a[60];
static struct pair make(void) { return (struct pair) { a, a + 1 }; }
void kernel(int n)
{
  struct pair s = make();
#pragma scop
  for (int i = 0; i < n; i++)
    s.to[i] = s.from[i] + 1;
#pragma endscop
}
int main(void)
{
  for (int i = 0; i < 60; i++) a[i] = i % 6;
  kernel(0); kernel(1); kernel(2); kernel(30);
  for (int i = 0; i < 60; i++) printf("%g ", a[i]);
  printf("\n");
}
