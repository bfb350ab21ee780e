// About: `continue` and `break` of loops inside are about these, that of the loop around is not.
#include <stdio.h>

static void kernel(int n, int *a, int *b) {
  int i, last = -1;
#pragma scop
  for (i = 0; i < n; i++) {
    int t = 0;
    for (int j = 0; j < n; j++) {
      if (a[j] > 4)
        continue;
      if (j > i)
        break;
      t += a[j];
    }
    if (t < 0)
      continue;
    switch (t) {
    case 3:
      b[i] = 1;
      break;
    default:
      b[i] = t;
    }
    last = i;
  }
  for (int k = 0; k < n; k++) {
    if (b[k] == 1)
      continue;
    if (a[k] == 2)
      break;
    b[k] += last + i;
  }
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
