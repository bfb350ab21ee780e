// About: a `while` loop that counts is a `for` loop; `break` leaves its counter as it is.
// script: reverse(S0.i)
// legal
#include <stdio.h>

static void f(int n, int m, int *a, int *b) {
#pragma scop
  {
    int i = 0;
    while (i < n) {
      a[i] += 2 * i;
      i++;
    }
  }
  for (int k = 0; k < n; k++) {
    int j = n - 1;
    while (j >= k) {
      if (j == m)
        break;
      b[j] += k;
      j -= 2;
    }
  }
#pragma endscop
}

int main(void) {
  for (int n = 0; n < 7; n++)
    for (int m = -1; m < 5; m++) {
      int a[8] = {0}, b[8] = {0};
      f(n, m, a, b);
      for (int i = 0; i < 8; i++)
        printf("%d %d,", a[i], b[i]);
      printf("\n");
    }
  return 0;
}
