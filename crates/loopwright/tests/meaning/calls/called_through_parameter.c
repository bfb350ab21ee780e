// About: a function calls another one that it gets.
#include <stdio.h>
int a[30];
static void first(int i) { a[0] += i; }
static void apply(void (*f)(int), int i) { f(i); }
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    apply(first, i);
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(30);
  for (int i = 0; i < 30; i++) printf("%d ", a[i]);
  printf("\n");
}
