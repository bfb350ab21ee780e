// About: `UINT_MAX` and its like come from headers that are not read; their types decide what is compared.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

static void kernel(unsigned n, int m, int *a, int *b, int *c) {
#pragma scop
  for (unsigned i = UINT_MAX; i > UINT_MAX - n; i--)
    a[n - 1 - (UINT_MAX - i)] += 1;
  for (int i = -m; i < m; i++)
    if (i < UINT_MAX)
      b[i + m] += 1;
  for (int i = 0; i < m; i++)
    if (i - 3 < INT_MAX && i - 3 > UINT16_MAX - 65537 && i < (int)SIZE_MAX + 4)
      c[i] += CHAR_BIT;
#pragma endscop
}

int main(void) {
  for (int n = 0; n < 8; n++) {
    int a[9] = {0}, b[20] = {0}, c[9] = {0};
    kernel(n, n, a, b, c);
    for (int i = 0; i < 20; i++)
      printf("%d ", i < 9 ? a[i] * 100 + c[i] + 1000 * b[i] : b[i]);
    printf("\n");
  }
  return 0;
}
