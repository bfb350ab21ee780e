// About: a function reads the element before the one whose address it gets.
// script: reverse(S1.i)
// illegal
// script: reverse(S0.i)
// legal
#include <stdio.h>
int a[10][10], b[12];
static void add(int *p) { p[0] += p[-1] * 2 % 7; }
void kernel(int n)
{
#pragma scop
  for (int i = 1; i < n; i++)
    add(&a[i][0]);
  for (int i = 1; i < n; i++)
    add(b + i);
#pragma endscop
}
int main(void)
{
  for (int i = 0; i < 100; i++) a[i / 10][i % 10] = i % 13;
  for (int i = 0; i < 12; i++) b[i] = i;
  kernel(0); kernel(1); kernel(2); kernel(10);
  for (int i = 0; i < 10; i++) printf("%d %d ", a[i][0], b[i]);
  printf("\n");
}
