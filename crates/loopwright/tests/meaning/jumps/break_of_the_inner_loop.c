// About: `break` and `continue` speak of the innermost loop only.
#include <stdio.h>

static void f(int n, int a[8][8], int *count) {
#pragma scop
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      if (j == i)
        continue;
      if (j > i + 2 || j == 5) {
        a[i][j] = -1;
        break;
      }
      a[i][j] += i + 10 * j;
    }
    if (i % 3 == 1)
      continue;
    count[i] = i;
  }
#pragma endscop
}

int main(void) {
  for (int n = 0; n <= 8; n++) {
    int a[8][8] = {{0}}, count[8] = {0};
    f(n, a, count);
    for (int i = 0; i < 8; i++) {
      for (int j = 0; j < 8; j++)
        printf("%d ", a[i][j]);
      printf("%d\n", count[i]);
    }
  }
  return 0;
}
