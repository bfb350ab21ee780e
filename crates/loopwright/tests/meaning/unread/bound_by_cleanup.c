// About: what is asserted of a variable of others no longer holds when a function has run where another variable has ended.
#include <assert.h>
#include <stdio.h>
static int x[400], m;
static void grow(int *end) { m = m + *end; }
static void kernel(int n)
{
  assert(m <= 4);
  {
    int step __attribute__((cleanup(grow))) = 5;
    x[0] = step;
  }
#pragma scop
  for (int i = 0; i < n; i++)
    x[i + m] = x[i] + 1;
#pragma endscop
}
int main(void)
{
  for (int n = 0; n < 16; n += 5) {
    m = 1;
    for (int i = 0; i < 400; i++) x[i] = i % 7;
    kernel(n);
    for (int i = 0; i < 40; i++) printf("%d ", x[i]);
    printf("\n");
  }
}
