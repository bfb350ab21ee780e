// About: the copy of a conjunction starts at one.
// refused: LW0011
#include <stdio.h>
int main(void) {
  int ok = 0, y[3] = {0};
#pragma scop
#pragma omp parallel for reduction(&& : ok) num_threads(1)
  for (int i = 0; i < 3; i++)
    ok = ok && (y[i] = i + 1);
#pragma endscop
  printf("%d %d\n", ok, y[2]);
}
