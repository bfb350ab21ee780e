// About: what a call gets has the type that it has in the source, where nothing converts it.
// script: reverse(S0.i)
// script: unroll(S0.i, 2)
// script: stripmine(S0.i, 3)
#include <stdio.h>
#include <stdarg.h>
static int last(int count, ...)
{
  va_list list;
  int found = 0;
  va_start(list, count);
  while (count-- > 0) found = va_arg(list, int);
  va_end(list);
  return found;
}
static int half(int x) { return x / 2; }
static long long b[7], c[7], d[7], e[7];
static int z[7] = { 1, 2, 3, 4, 5, 6, 7 };
static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    b[i] = last(1, i - 3);
    c[i] = half(z[i] * i);
    d[i] = last(1, z[i] * (i - 10));
    e[i] = last(2, 7, i * i - 20);
  }
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 7 };
  for (int s = 0; s < 4; s++) {
    kernel(sizes[s]);
    for (int i = 0; i < 7; i++) printf("%lld %lld %lld %lld ", b[i], c[i], d[i], e[i]);
    printf("\n");
  }
}
