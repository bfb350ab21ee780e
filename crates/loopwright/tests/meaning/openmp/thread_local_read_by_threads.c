// About: each thread of the parallel loop reads its own variable.
// refused: LW0011
#include <stdio.h>
static _Thread_local int tp = 9;
int main(void) {
  int y[4];
  tp = 1;
#pragma scop
#pragma omp parallel for num_threads(4) schedule(static)
  for (int i = 0; i < 4; i++)
    y[i] = tp + i;
#pragma endscop
  printf("%d %d\n", y[0], y[3]);
}
