// About: a sum of unknown size beside another one, in tiles of which the last has one iteration.
// script: vectorize(A.i, 2, reduction) ; vectorize(B.i, 2, reduction)
// legal
#include <stdio.h>
double a[40], s, z[3];
void kernel(int n, const double *a, double *s, double z[3])
{
#pragma scop
  for (int i = 0; i < n; i++)
    A: *s += a[i];
  for (int i = 0; i < n; i++)
    B: z[1] = a[i] + z[1];
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 3, 37 };
  for (int k = 0; k < 5; k++) {
    for (int i = 0; i < 40; i++) a[i] = i * i % 7;
    s = k;
    z[0] = z[1] = z[2] = k;
    kernel(sizes[k], a, &s, z);
    printf("%g %g %g %g\n", s, z[0], z[1], z[2]);
  }
}
