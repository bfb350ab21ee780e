// About: a function that knows the address changes the variable after the assertion.
// script: parallel(S0.i)
// illegal
#include <stdio.h>
#include <assert.h>
static int *p;
static void r(int *q) { p = q; }
static void z(int m) { *p = m; }
int a[40];
void kernel(int n, int m)
{
  int old = m;
  r(&m);
  m = 0;
  assert(m == 0);
  z(old);
#pragma scop
  for (int i = 0; i < n; i++)
    a[i + m] = a[i] + i;
#pragma endscop
}
int main(void)
{
  for (int n = 0; n < 10; n += 3)
    for (int m = 0; m < 3; m++) {
      for (int i = 0; i < 40; i++) a[i] = i * i;
      kernel(n, m);
      for (int i = 0; i < 40; i++) printf("%d ", a[i]);
      printf("\n");
    }
}
