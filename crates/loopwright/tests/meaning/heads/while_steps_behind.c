// About: a `while` loop whose condition steps leaves the counter one beyond its end, which has no sign.
// script: parallel(S1.j)
// legal
#include <stddef.h>
#include <stdio.h>

static size_t kernel(size_t n, int *a, int *b) {
  size_t i, j, k;
#pragma scop
  i = n;
  while (i-- > 0)
    a[i] += (int)i;
  for (j = 0; j < n; j++) {
    k = j;
    while (k-- > 0)
      b[j] += a[k];
  }
#pragma endscop
  return i;
}

int main(void) {
  static const int sizes[] = {0, 1, 2, 3, 7, 10};
  for (int s = 0; s < 6; s++) {
    int a[12] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8}, b[12] = {0};
    printf("%lld:", (long long)kernel(sizes[s], a, b));
    for (int i = 0; i < 12; i++)
      printf(" %d %d", a[i], b[i]);
    printf("\n");
  }
  return 0;
}
