// About: `longjmp` comes back behind the assertion.
// script: parallel(S0.i)
// illegal
#include <stdio.h>
#include <assert.h>
#include <setjmp.h>
static jmp_buf again;
static int m;
int a[40];
void kernel(int n, int k)
{
  static int round;
  round = 0;
  m = 0;
  assert(m == 0);
  setjmp(again);
  if (round++ > 1) return;
#pragma scop
  for (int i = 0; i < n; i++)
    a[i + m] = a[i] + i;
#pragma endscop
  m = k;
  longjmp(again, 1);
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
