// About: `assert` is a parameter that is a pointer to a function.
// script: parallel(S0.i)
// illegal
#include <stdio.h>
static void nothing(int x) { (void)x; }
int a[40];
void kernel(int n, int m, void assert(int))
{
  assert(m == 0);
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
      kernel(n, m, nothing);
      for (int i = 0; i < 40; i++) printf("%d ", a[i]);
      printf("\n");
    }
}
