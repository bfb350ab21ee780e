// About: only the loops of one function are looked at
// args: --auto=second
// script: reverse(S0.i)
// legal
#include <stdio.h>

static void first(int n, int *a)
{
  for (int i = 0; i < n; i++)
    a[i] = i;
}

static void second(int n, int *a)
{
  for (int i = 0; i < n; i++)
    a[i] *= a[i];
}

int main(void)
{
  int a[5];
  for (int n = 0; n <= 5; n++) {
    first(n, a);
    second(n, a);
    for (int i = 0; i < n; i++)
      printf("%d ", a[i]);
    puts("");
  }
  return 0;
}
