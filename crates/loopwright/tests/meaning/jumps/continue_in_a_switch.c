// About: inside of a `switch` that is kept as a whole, `continue` still speaks of the loop around it.
#include <stdio.h>

static void f(int n, const int *a, int *b) {
#pragma scop
  for (int i = 0; i < n; i++) {
    switch (a[i]) {
    case 1:
      b[i] = 5;
      continue;
    case 2:
      b[i] = 6;
      break;
    default:
      b[i] = 7;
    }
    b[i] += 100;
  }
#pragma endscop
}

int main(void) {
  for (int n = 0; n < 7; n++) {
    int a[8] = {3, 1, 2, 1, 2, 0, 6, 7}, b[8] = {0};
    f(n, a, b);
    for (int i = 0; i < 8; i++)
      printf("%d ", b[i]);
    printf("\n");
  }
  return 0;
}
