// About: `continue` in a `while` loop leaves out the step at its end: this is no counting loop.
#include <stdio.h>

static void f(int n, int *b) {
#pragma scop
  for (int k = 0; k < 3; k++) {
    int i = 0;
    while (i < n) {
      b[i] += 1;
      if (b[i] % 3 != 0)
        continue;
      i++;
    }
  }
#pragma endscop
}

int main(void) {
  for (int n = 0; n < 8; n++) {
    int b[8] = {0};
    f(n, b);
    for (int i = 0; i < 8; i++)
      printf("%d ", b[i]);
    printf("\n");
  }
  return 0;
}
