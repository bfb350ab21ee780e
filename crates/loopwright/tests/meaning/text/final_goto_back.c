// About: a counter is read after a jump back.
#include <stdio.h>

static int f(int n, int *a) {
  int i = 9, t = 0;
back:
  a[11] += i;
#pragma scop
    for (i = 0; i < n; i++)
      a[i] += i;
#pragma endscop
  if (t++ < 1) goto back;
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
