// About: a function in the function may return a pointer to anything.
// script: reverse(S0.i)
// script: parallel(S0.i)
#include <stdio.h>
static int a[20];
static void kernel(int n)
{
  int *second(void) { return a + 1; }
  int *q = second();
#pragma scop
  for (int i = 0; i < n; i++)
    q[i] = a[i] + 1;
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 5, 13 };
  for (int k = 0; k < 5; k++) {
    kernel(sizes[k]);
    for (int i = 0; i < 20; i++)
      printf("%d ", a[i]);
    puts("");
  }
}
