// About: the condition of a loop calls a function that remembers how often it was called
#include <stdio.h>

static int left;

static int more(void)
{
  return left-- > 0;
}

static void kernel(int n, int *a)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    a[i] = 0;
    while (more())
      a[i] += i + 1;
  }
#pragma endscop
}

int main(void)
{
  int a[4];
  for (int n = 0; n <= 4; n++) {
    left = n;
    kernel(n, a);
    for (int i = 0; i < n; i++)
      printf("%d ", a[i]);
    printf("(%d)\n", left);
  }
  return 0;
}
