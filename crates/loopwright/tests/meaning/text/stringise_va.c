// About: a variadic macro stringises.
#include <stdio.h>
#define SUM(x, y) ((x) + (y))
#define LEN(...) ((int)sizeof(#__VA_ARGS__) + SUM(__VA_ARGS__))

static int f(int n, int *a) {
#pragma scop
    for (int i = 0; i < n; i++)
      a[i] += LEN(a[i], a[i + 1]);
#pragma endscop
  return 0;
}

int main(void) {
  for (int n = 0; n < 7; n++) {
    int a[16] = {0};
    int r = f(n, a);
    printf("%d: %d:", n, r);
    for (int i = 0; i < 16; i++)
      printf(" %d", a[i]);
    printf("\n");
  }
  return 0;
}
