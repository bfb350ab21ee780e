// About: what an element reads is known from a table, so that one order of the loop is right and the other wrong
// script: reverse(S0.i)
// illegal
// script: pack(a, S0.k)
// script: stripmine(S0.i, 4); pack(a, S0.i)
#include <stdio.h>

static void kernel(int n, int *a)
{
  const int back[2] = {-1, -2};
#pragma scop
  for (int i = 2; i < n; i++)
    for (int k = 0; k < 2; k++)
      a[i] = (a[i] + a[i + back[k]]) % 1000;
#pragma endscop
}

int main(void)
{
  int a[10];
  for (int n = 0; n <= 10; n++) {
    for (int i = 0; i < 10; i++)
      a[i] = i * i + 1;
    kernel(n, a);
    for (int i = 0; i < 10; i++)
      printf("%d ", a[i]);
    puts("");
  }
  return 0;
}
