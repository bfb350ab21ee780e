// About: a class has the name of a macro of C, and its constructor counts.
// refused: LW0208
#include <cstdio>
static int count = 1, a[24];
namespace units {
struct Number {
  int value;
  Number(int x) : value(x) { count = count * 3 % 100 + 1; }
  operator int() { return value + count; }
};
}
typedef units::Number I;

int main()
{
#pragma scop
  for (int i = 0; i < 20; i++)
    a[i] = (I)i;
#pragma endscop
  for (int i = 0; i < 24; i++)
    printf(" %d", a[i]);
  printf("\n");
}
