// About: a function jumps back with `goto`.
#include <stdio.h>
int a[31];
static void put(int i) { int k = 0; again: a[i + k] += i; if (++k < 2) goto again; }
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    put(i);
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(30);
  for (int i = 0; i < 31; i++) printf("%d ", a[i]);
  printf("\n");
}
