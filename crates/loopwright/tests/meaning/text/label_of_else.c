// About: a label behind `else` changes nothing: what follows is one statement.
// script: vectorize(S0.i, 4)
// legal
// script: peel(S0.i, 1)
// legal
#include <stdio.h>
static int a[20];
static void kernel(int n)
{
  if (n < 3)
    ;
  else
again:
#pragma scop
    for (int i = 0; i < n; i++)
      a[i]++;
#pragma endscop
  if (a[0] % 5 == 4)
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
