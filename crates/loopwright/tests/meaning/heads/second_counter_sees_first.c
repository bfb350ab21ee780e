// About: the start of the second counter sees that of the first one, and its own old value is nobody else's.
#include <stdio.h>

static int kernel(int n, int *a, int *b) {
  int i = 5, j = 3;
#pragma scop
  for (i = 1, j = i + n; i < j; i++, j--)
    b[i] += j;
  for (j = 0, i = j + 2; i < n; i++, j++)
    b[j] += a[i];
#pragma endscop
  return i * 100 + j;
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
