// About: a macro stringises by way of another one.
#include <stdio.h>
#define LEN(x) ((int)sizeof(#x) + (x))
#define OUTER(y) (1 + LEN(y))

static int f(int n, int *a) {
#pragma scop
    for (int i = 0; i < n; i++)
      a[i] += OUTER(a[i]);
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
