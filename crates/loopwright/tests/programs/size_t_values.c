// script: tile(S0, 3, 3)
// `size_t` is wider than `unsigned`, `uint8_t` narrower than anything that is computed in.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

static void f(size_t n, double x[6][6]) {
#pragma scop
  for (size_t i = 0; i < n; i++)
    for (size_t j = i; j < n; j++)
      x[i][j] = i * i * 3000000000 + i - j;
  for (int i = 0; i < 6; i++)
    if ((uint8_t)(i + 252) < 3)
      x[i][0] += 0.5;
#pragma endscop
}

int main(void) {
  double x[6][6] = {{0}};
  f(6, x);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++)
      printf("%.17g\n", x[i][j]);
  return 0;
}
