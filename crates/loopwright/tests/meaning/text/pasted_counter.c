// About: names that are made of `__COUNTER__` count on with each copy.
// refused: LW0208
#include <stdio.h>
#define PASTE(x, y) x##y
#define NUMBERED(x, y) PASTE(x, y)
#define UNIQUE(x) NUMBERED(x, __COUNTER__)
static int a[12];

int main(void)
{
#pragma scop
  for (int i = 0; i < 12; i++) {
    int UNIQUE(v) = i;
    a[i] = v0 + 1;
  }
#pragma endscop
  for (int i = 0; i < 12; i++)
    printf(" %d", a[i]);
  printf(" %d\n", __COUNTER__);
}
