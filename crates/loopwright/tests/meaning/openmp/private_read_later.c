// About: the region reads the variable that a loop of it has copies of.
// refused: LW0011
#include <stdio.h>
int main(void) {
  int t = 42, y[3][3];
#pragma scop
  for (int i = 0; i < 3; i++) {
#pragma omp parallel for private(t)
    for (int j = 0; j < 3; j++) {
      t = i * j;
      y[i][j] = t;
    }
    y[i][0] += t;
  }
#pragma endscop
  printf("%d %d\n", y[1][0], y[2][2]);
}
