// About: a `return` in a loop of a function ends the outer loop as well.
// script: reverse(S0.i)
// illegal
#include <stdio.h>
int a[10][10], b[100], first;
static void search(int v)
{
  for (int i = 0; i < 10; i++) {
    for (int j = 0; j < 10; j++)
      if (a[i][j] == v) { first = 10 * i + j; return; }
    b[v] = i;
  }
}
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    search(i);
#pragma endscop
}
int main(void)
{
  for (int i = 0; i < 10; i++) for (int j = 0; j < 10; j++) a[i][j] = (i * 37 + j * 11) % 60;
  kernel(0); kernel(1); kernel(2); kernel(100);
  for (int i = 0; i < 100; i++) printf("%d ", b[i]);
  printf("%d\n", first);
}
