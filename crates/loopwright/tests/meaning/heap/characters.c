// About: a number of bytes is a number of characters
// frees
// script: reverse(S0.i)
// legal
#include <stdio.h>
#include <stdlib.h>

static void kernel(int n, char a[9])
{
#pragma scop
  unsigned char *p = malloc(n + 1);
  if (!p) abort();
  for (int i = 0; i < n; i++)
    p[i] = a[i] + 1;
  p[n] = 'x';
  for (int i = 0; i <= n; i++)
    a[i] = p[n - i];
  free(p);
#pragma endscop
}

int main(void)
{
  for (int n = 0; n < 9; n++) {
    char a[10] = "abcdefghi";
    kernel(n, a);
    puts(a);
  }
  return 0;
}
