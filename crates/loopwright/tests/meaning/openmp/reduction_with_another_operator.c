// About: the loop does something else with the variable than the clause says.
// refused: LW0011
#include <stdio.h>
int main(void) {
  int s = 10;
#pragma scop
#pragma omp parallel for reduction(+ : s) num_threads(1)
  for (int i = 0; i < 3; i++)
    s = s > i ? s : i;
#pragma endscop
  printf("%d\n", s);
}
