// About: what looks like an assignment is a call that also counts.
// script: reverse(S0.i)
// illegal
#include <stdio.h>
int a[30], writes[30], count;
static void put(int *p, int v) { *p = v; writes[count++ % 30] = v; }
#define SET(x, v) put(&(x), (v))
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    SET(a[i], i * 2);
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(30);
  for (int i = 0; i < 30; i++) printf("%d %d ", a[i], writes[i]);
  printf("%d\n", count);
}
