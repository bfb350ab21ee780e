// About: several threads call the function, and the directive keeps them apart.
// refused: LW0011
#include <stdio.h>
static long c;
static void count(int n) {
#pragma scop
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    c++;
  }
#pragma endscop
}
int main(void) {
#pragma omp parallel num_threads(4)
  count(3000000);
  printf("%ld\n", c);
}
