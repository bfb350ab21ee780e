// About: The region is the second loop of `collapse(2)`, which new loops would not be.
// refused: LW0011
#include <stdio.h>
int a[50], b[50];
int main(void) {
  for (int i = 0; i < 50; i++)
    a[i] = i % 7;
#pragma omp parallel for collapse(2)
  for (int k = 0; k < 4; k++)
#pragma scop
    for (int i = 0; i < 10; i++)
      b[10 * k + i] = a[i];
#pragma endscop
  for (int i = 0; i < 50; i++)
    printf(" %d", b[i]);
  printf("\n");
  return 0;
}
