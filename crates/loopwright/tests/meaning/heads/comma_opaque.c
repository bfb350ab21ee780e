// About: a loop that data end keeps its whole head, and what it sets is written where it stands.
#include <stdio.h>

static int kernel(int n, const int *a, int *b) {
  int i, s = 9;
#pragma scop
  for (i = 0, s = 0; i < n && a[i] != 9; i++, s += 2)
    b[i] = a[i];
  b[8] = s;
#pragma endscop
  return s * 100 + i;
}

int main(void) {
  const int a[8] = {3, 1, 4, 1, 5, 9, 2, 6};
  for (int n = 0; n < 8; n++) {
    int b[9] = {0};
    printf("%d:", kernel(n, a, b));
    for (int i = 0; i < 9; i++)
      printf(" %d", b[i]);
    printf("\n");
  }
  return 0;
}
