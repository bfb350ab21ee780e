// About: the counter of an inner loop is a copy under `collapse`, and the variable is read later in the region.
// refused: LW0011
#include <stdio.h>
int main(void) {
  int a, b = 8, c = 9, y[2][2][2];
#pragma scop
#pragma omp parallel for collapse(3)
  for (a = 0; a < 2; a++)
    for (b = 0; b < 2; b++)
      for (c = 0; c < 2; c++)
        y[a][b][c] = a + b + c;
  y[0][0][0] = b * 10 + c;
#pragma endscop
  printf("%d %d\n", y[0][0][0], y[1][1][1]);
}
