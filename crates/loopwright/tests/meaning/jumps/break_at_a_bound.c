// About: `break` ends the loop in the middle of an iteration: what is before it still runs.
#include <stdio.h>

static void f(int n, int m, int *a, int *b) {
#pragma scop
  for (int i = 0; i < n; i++) {
    a[i] = i + 1;
    if (i == m)
      break;
    b[i] = a[i] * 2;
  }
#pragma endscop
}

int main(void) {
  for (int n = 0; n < 5; n++)
    for (int m = -1; m < 6; m++) {
      int a[8] = {0}, b[8] = {0};
      f(n, m, a, b);
      for (int i = 0; i < 8; i++)
        printf("%d %d,", a[i], b[i]);
      printf("\n");
    }
  return 0;
}
