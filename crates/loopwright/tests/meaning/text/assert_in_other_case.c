// About: a `switch` that has ended does not matter.
// script: parallel(S0.i)
// legal
#include <stdio.h>
#include <assert.h>
int a[40];
void kernel(int n, int m)
{
  assert(m == 0);
  switch (n) {
  case 0: printf("none\n"); break;
  default: printf("some\n");
  }
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
      kernel(n, 0);
      for (int i = 0; i < 40; i++) printf("%d ", a[i]);
      printf("\n");
    }
}
