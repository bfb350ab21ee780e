// About: the element before the first of a row is the last of the row before.
#include <stdio.h>
double m[4][10];
__attribute__((no_sanitize("bounds"))) void kernel(int n)
{
#pragma scop
  for (int i = 1; i < n; i++)
    for (int j = 0; j < 10; j++)
      m[i][j] = m[i][j - 1] + 1;
#pragma endscop
}
int main(void)
{
  for (int i = 0; i < 40; i++) m[i / 10][i % 10] = i * i % 11;
  kernel(0); kernel(1); kernel(2); kernel(4);
  for (int i = 0; i < 40; i++) printf("%g ", m[i / 10][i % 10]);
  printf("\n");
}
