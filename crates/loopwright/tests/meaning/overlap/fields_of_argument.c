// About: the structure that a pointer leads to holds two pointers into one array.
#include <stdio.h>
struct pair { double *from, *to; };
double a[40];
static void kernel(int n, struct pair *s)
{
#pragma scop
  for (int i = 0; i < n; i++)
    s->to[i] = s->from[i] + 1;
#pragma endscop
}
int main(void)
{
  struct pair s = { a, a + 1 };
  for (int i = 0; i < 40; i++) a[i] = i * i % 11;
  kernel(0, &s); kernel(1, &s); kernel(2, &s); kernel(30, &s);
  for (int i = 0; i < 40; i++) printf("%g ", a[i]);
  printf("\n");
}
