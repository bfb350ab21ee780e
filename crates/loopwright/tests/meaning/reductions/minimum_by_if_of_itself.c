// About: what a number is compared with is made of the number itself, or of counters.
#include <stdio.h>

static void kernel(int n, int *a, int *b) {
  int t = 99, u = 99;
#pragma scop
  for (int i = 0; i < n; i++)
    if ((t & 63) < t)
      t = (t & 63);
  for (int i = 0; i < n; i++)
    if (((i - 1) & 63) < u)
      u = ((i - 1) & 63);
  b[0] = t;
  b[1] = u + a[0];
#pragma endscop
}

int main(void) {
  static const int sizes[] = {0, 1, 2, 3, 7, 12};
  for (int s = 0; s < 6; s++) {
    int a[12] = {3, 1, -4, 1, 5, -9, 2, 6, 5, 3, 5, 8}, b[12] = {0};
    kernel(sizes[s], a, b);
    for (int i = 0; i < 12; i++)
      printf(" %d %d", a[i], b[i]);
    printf("\n");
  }
  return 0;
}
