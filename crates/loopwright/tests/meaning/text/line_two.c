// About: lines behind two regions.
#include <stdio.h>

static int f(int n, int *a) {
#pragma scop
    for (int i = 0;
         i < n;
         i++)
      a[i] += 2;
#pragma endscop
  a[9] = __LINE__;
#pragma scop
    for (int i = 0; i < n; i++) { a[i] += 2; a[i + 1] += a[i]; }
#pragma endscop
  return __LINE__;
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
