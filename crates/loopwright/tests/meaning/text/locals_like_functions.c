// About: variables of blocks have the names of a function, a constant, a type and a macro that others use.
#include <stdio.h>
#include <stdlib.h>
enum { K = 3 };
typedef long whole;
#define t_1 9
static int a[24], b[24];
static int g(int x) { return x + 1; }
static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    a[i] = abs(b[i]) + K + (int)sizeof(whole) + g(i) + t_1;
    {
      int abs = b[i];
      b[i] = abs * abs % 100 - i;
    }
    {
      int K = b[i];
      b[i] = K * K % 50 + i;
    }
    {
      int whole = b[i], g = 2;
      b[i] = whole * g - whole / 3;
    }
    {
      int t = a[i];
      a[i] += t * t % 7;
    }
    {
      int t = b[i];
      b[i] -= t * t % 5;
    }
  }
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 11, 24 };
  for (int k = 0; k < 5; k++) {
    kernel(sizes[k]);
    for (int i = 0; i < 24; i++)
      printf(" %d %d", a[i], b[i]);
    puts("");
  }
}
