// About: what a pointer to a function leads to is not known by its name.
#include <stdio.h>
int a[30];
static void one(int i) { a[i] += 1; }
static void two(int i) { a[0] += i; }
void kernel(int n, void (*f)(int))
{
#pragma scop
  for (int i = 0; i < n; i++)
    f(i);
#pragma endscop
}
int main(void)
{
  kernel(0, one); kernel(1, one); kernel(2, two); kernel(30, two);
  for (int i = 0; i < 30; i++) printf("%d ", a[i]);
  printf("\n");
}
