// About: all elements of a matrix by its first row.
#include <stdio.h>
double m[4][10];
__attribute__((no_sanitize("bounds"))) void kernel(void)
{
#pragma scop
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 10; j++)
      m[i][j] = m[0][10 * i + j + 3] + 1;
#pragma endscop
}
int main(void)
{
  for (int i = 0; i < 40; i++) m[i / 10][i % 10] = i * i % 11;
  kernel();
  for (int i = 0; i < 40; i++) printf("%g ", m[i / 10][i % 10]);
  printf("\n");
}
