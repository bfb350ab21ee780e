// About: An `omp atomic` of the program is about the threads around the region: new loops cannot drop it.
// refused: LW0011
#include <stdio.h>
int a[40], s;
static void kernel(int n) {
#pragma omp parallel
  {
#pragma scop
    for (int i = 0; i < n; i++) {
#pragma omp atomic
      s += a[i];
    }
#pragma endscop
  }
}
int main(void) {
  for (int i = 0; i < 40; i++)
    a[i] = 0 * i;
  kernel(0);
  kernel(40);
  printf("%d\n", s);
  return 0;
}
