// About: the counter of an inner loop is a copy under `collapse`.
// refused: LW0011
#include <stdio.h>
int main(void) {
  int i, j = 9, y[3][3];
#pragma scop
#pragma omp parallel for collapse(2)
  for (i = 0; i < 3; i++)
    for (j = 0; j < 3; j++)
      y[i][j] = i + j;
#pragma endscop
  printf("%d %d\n", j, y[2][2]);
}
