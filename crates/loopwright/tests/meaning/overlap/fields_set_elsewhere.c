// About: a function that gets the address of a structure sets the pointers in it.
#include <stdio.h>
struct pair { double *from, *to; };
double a[40];
static void set(struct pair *s) { s->from = a; s->to = a + 1; }
void kernel(int n)
{
  struct pair s;
  set(&s);
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
