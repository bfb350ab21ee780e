// About: a `do` loop runs once before its condition is looked at, also for n = 0.
#include <stdio.h>

static void f(int n, int *a, int *b) {
#pragma scop
  for (int k = 0; k < 2; k++) {
    int i = 0;
    do {
      a[i] += 2 * i + k + 1;
      i++;
    } while (i < n);
    b[k] = 1;
  }
#pragma endscop
}

int main(void) {
  for (int n = 0; n < 7; n++) {
    int a[8] = {0}, b[8] = {0};
    f(n, a, b);
    for (int i = 0; i < 8; i++)
      printf("%d %d,", a[i], b[i]);
    printf("\n");
  }
  return 0;
}
