// About: a parameter that is moved points anywhere in what the argument points into.
// script: reverse(S0.i)
// illegal
#include <stdio.h>
int a[30], b[30];
static void copy(int *p, const int *q, int n) { while (n-- > 0) *p++ = *q++ + 1; }
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    copy(a + i, a, 3);
  for (int i = 0; i < n; i++)
    b[i] = a[i];
#pragma endscop
}
int main(void)
{
  for (int i = 0; i < 30; i++) a[i] = i * i % 17;
  kernel(0); kernel(1); kernel(2); kernel(27);
  for (int i = 0; i < 30; i++) printf("%d %d ", a[i], b[i]);
  printf("\n");
}
