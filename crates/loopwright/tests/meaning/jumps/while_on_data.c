// About: a `while` loop whose end depends on data is one statement, together with where it starts.
#include <stdio.h>

static void f(int n, const int *a, int *b) {
#pragma scop
  for (int i = 0; i < n; i++) {
    int j = i;
    while (a[j] > 0) {
      b[i] += a[j];
      j++;
    }
    b[i] *= 2;
  }
#pragma endscop
}

int main(void) {
  for (int n = 0; n < 8; n++) {
    int a[9] = {3, 1, 0, 1, 2, 0, 6, 7, 0}, b[8] = {0};
    f(n, a, b);
    for (int i = 0; i < 8; i++)
      printf("%d ", b[i]);
    printf("\n");
  }
  return 0;
}
