// About: what is counted depends on the copy of a maximum.
// refused: LW0011
#include <stdio.h>
int main(void) {
  int m = 1, c = 0, x[4] = {0, -5, 0, -2};
#pragma scop
#pragma omp parallel for reduction(max : m) reduction(+ : c) num_threads(1)
  for (int i = 0; i < 4; i++)
    if (x[i] > m) {
      m = x[i];
      c++;
    }
#pragma endscop
  printf("%d %d\n", m, c);
}
