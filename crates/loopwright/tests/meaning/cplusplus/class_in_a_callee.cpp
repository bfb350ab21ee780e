// About: a function makes objects of a class with the name of a macro of C.
// script: reverse(S0.i)
// illegal
// script: parallel(S0.i)
// illegal
#include <cstdio>
static int count = 1, a[24];
struct Number {
  int value;
  Number(int x) : value(x) { count = count * 3 % 100 + 1; }
  operator int() { return value + count; }
};
using I = Number;

static int number(int x)
{
  return (I)x;
}

int main()
{
#pragma scop
  for (int i = 0; i < 20; i++)
    a[i] = number(i);
#pragma endscop
  for (int i = 0; i < 24; i++)
    printf(" %d", a[i]);
  printf("\n");
}
