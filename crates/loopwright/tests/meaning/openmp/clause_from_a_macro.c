// About: a macro stands for a clause.
// refused: LW0011
#include <stdio.h>
#define FIRST firstprivate(u)
int main(void) {
  int u = 5, y[3];
#pragma scop
#pragma omp parallel for FIRST num_threads(1)
  for (int i = 0; i < 3; i++) {
    u += i;
    y[i] = u;
  }
#pragma endscop
  printf("%d %d\n", u, y[2]);
}
