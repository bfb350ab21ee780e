// About: what an iteration sets is a copy of the variable.
// refused: LW0011
#include <stdio.h>
int main(void) {
  int s = 4, y[5] = {0};
#pragma scop
#pragma omp parallel for default(private) shared(y)
  for (int i = 0; i < 5; i++) {
    s = i * 2;
    y[i] = s;
  }
#pragma endscop
  printf("%d %d\n", s, y[4]);
}
