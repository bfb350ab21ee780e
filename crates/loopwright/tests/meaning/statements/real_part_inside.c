// About: half of a complex number is set in a loop, which declares nothing.
// refused: LW0143
#include <complex.h>
#include <stdio.h>

int main(void)
{
  double complex w = 3;
  double a[20];
#pragma scop
  for (int i = 0; i < 20; i++) {
    __real__ w = i;
    a[i] = creal(w);
  }
#pragma endscop
  for (int i = 0; i < 20; i++) printf("%g ", a[i]);
}
