// About: a narrow cell cuts off what it is compared with, so that the order shows.
// script: parallel(S0.i, reduction)
// illegal
// script: parallel(S1.i, reduction)
// illegal
#include <stdio.h>

static int kernel(int n, int *a, int *b) {
  signed char m = 99;
  unsigned u = 40;
#pragma scop
  for (int i = 0; i < n; i++)
    if (a[i] * 100 < m)
      m = a[i] * 100;
  for (int i = 0; i < n; i++)
    if (a[i] < u)
      u = a[i];
  b[0] = m;
#pragma endscop
  return m * 100 + (int)u;
}

int main(void) {
  static const int sizes[] = {0, 1, 2, 3, 7, 12};
  for (int s = 0; s < 6; s++) {
    int a[12] = {3, 1, -4, 1, 5, -9, 2, 6, 5, 3, 5, 8}, b[12] = {0};
    printf("%lld:", (long long)kernel(sizes[s], a, b));
    for (int i = 0; i < 12; i++)
      printf(" %d %d", a[i], b[i]);
    printf("\n");
  }
  return 0;
}
