// About: each thread of the parallel loop has its own variable.
// refused: LW0011
#include <stdio.h>
static int tp = 9;
#pragma omp threadprivate(tp)
int main(void) {
  int y[4];
#pragma scop
#pragma omp parallel for num_threads(4) schedule(static)
  for (int i = 0; i < 4; i++) {
    tp = i;
    y[i] = tp;
  }
#pragma endscop
  printf("%d %d\n", tp, y[3]);
}
