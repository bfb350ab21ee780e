// About: a body that changes the second counter, or hides it, or data that end the loop.
#include <stdio.h>

static int kernel(int n, int *a, int *b) {
  int i, j, k;
#pragma scop
  for (i = 0, j = 0; i < n; i++, j++) {
    b[i] += j;
    if (a[i] == 4)
      j++;
  }
  for (i = 0, k = 9; i < n; i++, k--) {
    for (int k = 0; k < 2; k++)
      b[i] += k * 10;
    b[i] += k * 100;
  }
  for (i = 0, k = n; i < k && a[i] != 9; i++, k--)
    b[i] += k * 1000;
#pragma endscop
  return i * 10000 + j * 100 + k;
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
