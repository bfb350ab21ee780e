// About: a function that is called between two loops reads the counter of both.
// refused: LW0202
#include <stdio.h>

int i, j, k;

static int seen(void) {
  return j * 10;
}

void kernel(int n, int m, int *a, int *b) {
#pragma scop
  for (i = 0; i < n; i++) {
    for (j = 0; j < m; j++)
      a[j] += i;
    b[i] = seen();
    for (j = 1; j < m; j++)
      a[j] += i;
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
