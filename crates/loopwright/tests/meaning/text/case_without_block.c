// About: a `switch` need not have a block: one statement with labels will do.
// script: vectorize(S0.i, 4)
// legal
// script: peel(S0.i, 1)
// legal
#include <stdio.h>
static int a[20];
static void kernel(int n)
{
  switch (n)
  case 2 > 1 ? 5 : 6:
  case 13:
again:
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] += 10;
#pragma endscop
  if (a[0] > 40 && a[0] < 50)
    goto again;
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
