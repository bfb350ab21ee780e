// About: a constant without a sign makes what is computed with it one without a sign.
#include <stdio.h>
static int a[20];
static const unsigned A = 3;
static void kernel(int n)
{
  const int B = A - 5 > 0, C = -1, D = C < (int)A;
#pragma scop
  for (int i = 0; i < 16; i++)
    if (i >= B + D)
      a[i] += n;
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
