// About: an assertion about a variable of a block that has ended says nothing about the other one of its name.
// script: parallel(S0.i)
// illegal
#include <stdio.h>
#include <assert.h>
int a[40];
void kernel(int n, int m)
{
  {
    int m = 0;
    assert(m == 0);
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
      kernel(n, m);
      for (int i = 0; i < 40; i++) printf("%d ", a[i]);
      printf("\n");
    }
}
