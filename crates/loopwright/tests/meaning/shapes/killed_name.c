// About: what is killed is a variable, though its value is known
#include <stdio.h>

static void __pencil_kill(int x)
{
  (void)x;
}

static void kernel(int n, int *a)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    int b = i + 5;
    a[i] = b;
    __pencil_kill(b);
  }
#pragma endscop
}

int main(void)
{
  int a[4];
  for (int n = 0; n <= 4; n++) {
    kernel(n, a);
    for (int i = 0; i < n; i++)
      printf("%d ", a[i]);
    puts("");
  }
  return 0;
}
