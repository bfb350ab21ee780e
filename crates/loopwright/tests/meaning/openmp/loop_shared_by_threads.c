// About: An `omp for` in the region divides the loop among the threads around it: without it each would run all of it.
// refused: LW0011
#include <stdio.h>
int a[40];
static void kernel(int n) {
#pragma omp parallel
  {
#pragma scop
#pragma omp for
    for (int i = 0; i < n; i++)
      a[i] += 1;
#pragma endscop
  }
}
int main(void) {
  kernel(0);
  kernel(1);
  kernel(40);
  for (int i = 0; i < 40; i++)
    printf(" %d", a[i]);
  printf("\n");
  return 0;
}
