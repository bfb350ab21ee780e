// About: what was generated is read again, also where a statement without counters uses its macros.
// script: unroll(S1.i, 2)
// script: peel(S1.i, 1)
#include <stdio.h>

static void kernel(int n, int m, int *a) {
#pragma scop
#define lw_floord(n, d) ((n) < 0 ? -1 - (-1 - (n)) / (d) : (n) / (d))
#define lw_max(a, b) ((a) > (b) ? (a) : (b))
  if (n >= 2) {
    a[lw_floord(m - n, 2) + 100]++;
    a[lw_max(m, n)] += lw_max(lw_floord(m - n, 3), 1 - n);
  }
  for (int i = -3 * lw_floord(n - m + 1, 6); i < lw_floord(n, 4) + 3; i++)
    a[i + 100] += lw_floord(m - n, 3) + lw_floord(i - m, 4);
#undef lw_floord
#undef lw_max
#pragma endscop
}

int main(void) {
  for (int n = -1; n < 7; n++)
    for (int m = -3; m < 8; m += 2) {
      int a[120] = {0};
      kernel(n, m, a);
      for (int i = 0; i < 120; i++)
        printf(" %d", a[i]);
      printf("\n");
    }
  return 0;
}
