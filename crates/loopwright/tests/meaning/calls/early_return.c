// About: a function that returns early need not write.
// script: reverse(S0.i)
// illegal
#include <stdio.h>
int a[30], last;
static void set(int *p, int i, int x) { if (x % 3 == 0) return; *p = i; a[i] = x; }
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    set(&last, i, a[n - 1 - i] + i);
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(30);
  for (int i = 0; i < 30; i++) printf("%d ", a[i]);
  printf("%d\n", last);
}
