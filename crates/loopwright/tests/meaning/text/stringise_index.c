// About: a macro stringises an argument with a subscript.
#include <stdio.h>
#define LEN(x) ((int)sizeof(#x) + (x))

static int f(int n, int *a) {
#pragma scop
    for (int i = 0; i < n; i++)
      a[i] += LEN(a[i]);
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
