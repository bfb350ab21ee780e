// About: a variable that inner loops write in all iterations of some rows and in none of others.
// script: parallel(L4.j)
// legal
#include <stdio.h>
double B[40], C[400];
static double kernel(int n, int m)
{
  double t = 5;
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      for (int k = 1; k < i + 1; k++)
        L1: t = B[k];
      L4: C[j + 10 * i] = t;
    }
#pragma endscop
  return t;
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 3, 37 };
  for (int k = 0; k < 5; k++)
    for (int m = 0; m < 8; m += 3) {
      for (int i = 0; i < 40; i++) B[i] = i * i % 7;
      printf("%g", kernel(sizes[k], m));
      for (int i = 0; i < 400; i++) printf(" %g", C[i]);
      printf("\n");
    }
}
