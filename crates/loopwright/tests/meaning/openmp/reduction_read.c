// About: the copy of a reduction starts at zero, and the loop looks at it.
// refused: LW0011
#include <stdio.h>
int main(void) {
  int s = 10, y[3];
#pragma scop
#pragma omp parallel for reduction(+ : s) num_threads(1)
  for (int i = 0; i < 3; i++) {
    s += i;
    y[i] = s;
  }
#pragma endscop
  printf("%d %d\n", s, y[2]);
}
