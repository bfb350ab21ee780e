// About: a commented-out pragma scop.
#include <stdio.h>

static int f(int n, int *a) {
/*
#pragma scop
*/
  a[0] = 1;
// #pragma scop
#if 0
#pragma scop
#endif
  const char *s = "\
#pragma scop\
";
  a[1] = s[0];
#pragma scop
    for (int i = 0; i < n; i++)
      a[i] += 1;
#pragma endscop
  return n;
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
