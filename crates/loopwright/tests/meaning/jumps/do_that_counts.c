// About: a `do` loop that counts is a loop of the model, the first iteration of which needs no condition.
// script: reverse(S0.i)
// legal
#include <stdio.h>

static void f(int n, int m, int *a, int *b) {
#pragma scop
  {
    int i = 0;
    do {
      a[i] += 2 * i + 1;
      i++;
    } while (i < n);
  }
  for (int k = 0; k < 2; k++) {
    unsigned j = 3;
    do {
      if ((int)j == m)
        break;
      b[j] += k + 1;
      j -= 1;
    } while (j > 0 && j != 1);
  }
#pragma endscop
}

int main(void) {
  for (int n = -1; n < 7; n++)
    for (int m = 0; m < 5; m++) {
      int a[8] = {0}, b[8] = {0};
      f(n, m, a, b);
      for (int i = 0; i < 8; i++)
        printf("%d %d,", a[i], b[i]);
      printf("\n");
    }
  return 0;
}
