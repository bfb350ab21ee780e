// About: one region is marked and has a script in it, the other one is found
// args: --auto
#include <stdio.h>

static void kernel(int n, int *a, int *b)
{
  for (int i = 0; i < n; i++)
    b[i] = i;
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = b[n - 1 - i];
#pragma endscop
  for (int i = 1; i < n; i++)
    b[i] = a[i] - a[i - 1];
}

int main(void)
{
  int a[7], b[7];
  for (int n = 0; n <= 7; n++) {
    kernel(n, a, b);
    for (int i = 0; i < n; i++)
      printf("%d,%d ", a[i], b[i]);
    puts("");
  }
  return 0;
}
