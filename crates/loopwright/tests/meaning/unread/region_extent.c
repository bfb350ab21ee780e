// About: a type in the region changes a variable.
// refused: LW0208
#include <stdio.h>
static int x[40], g;
static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    x[i] = (int)sizeof(char[1 + g++]);
#pragma endscop
}
int main(void)
{
  for (int n = 0; n < 12; n += 4) {
    kernel(n);
    for (int i = 0; i < 40; i++) printf("%d ", x[i]);
    printf("%d\n", g);
  }
}
