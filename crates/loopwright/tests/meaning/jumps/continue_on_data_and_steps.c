// About: `continue` on data leaves out no step, be it in the head, in the condition or of a second counter.
#include <stdio.h>

static void kernel(int n, int *a, int *b) {
  int i, j;
#pragma scop
  i = n;
  while (i-- > 0) {
    if (a[i] < 2)
      continue;
    b[i] += a[i];
  }
  for (i = 0, j = n; i < j; i++, j--) {
    if (a[i] == 1)
      continue;
    b[j - 1] += i + a[i];
  }
  b[11] = i * 100 + j;
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
