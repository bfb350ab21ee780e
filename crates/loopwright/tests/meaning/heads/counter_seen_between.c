// About: the value of a counter is seen before the next loop over it sets it again.
#include <stdio.h>

int i, j, k;

void kernel(int n, int m, int *a, int *b) {
#pragma scop
  for (i = 0; i < n; i++) {
    b[i] += k;
    for (j = 0; j < m; j++)
      a[j] += i;
    for (j = j - 1; j > 0; j--)
      b[j] += i;
    for (k = 0; k < j + 2; k++)
      b[k] += 1;
  }
#pragma endscop
}

int main(void) {
  static const int sizes[] = {0, 1, 2, 3, 5, 8};
  for (int s = 0; s < 6; s++)
    for (int t = 0; t < 6; t += 2) {
      int a[12] = {3, 1, -4, 1, 5, -9, 2, 6, 5, 3, 5, 8}, b[12] = {0};
      i = j = k = 77;
      kernel(sizes[s], sizes[t], a, b);
      printf("%d %d %d:", i, j, k);
      for (int x = 0; x < 12; x++)
        printf(" %d %d", a[x], b[x]);
      printf("\n");
    }
  return 0;
}
