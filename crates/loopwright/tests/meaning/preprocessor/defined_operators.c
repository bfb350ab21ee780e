// About: compilers define `__has_builtin` and do not list it.
// refused: LW0129
#include <stdio.h>
static int a[12];
#ifdef __has_builtin
#if __has_builtin(__builtin_expect)
#define LEN 5
#endif
#endif
#ifndef LEN
#define LEN 3
#endif
enum { LENGTH = LEN };

static int f(int n)
{
#pragma scop
  for (int i = 0; i < LENGTH; i++)
    a[i] = i * n;
#pragma endscop
  return n;
}

int main(void)
{
  for (int n = 0; n < 12; n += 5) {
    int r = f(n);
    printf("%d:", r);
    for (int i = 0; i < 12; i++)
      printf(" %d", a[i]);
    printf("\n");
  }
}
