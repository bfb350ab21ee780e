// About: continue leads to the reading of the counter.
#include <stdio.h>

static int f(int n, int *a) {
  int i = 0, s = 0;
  for (int t = 0; t < 4; t++) {
    s += i;
#pragma scop
    for (i = 0; i < n; i++)
      a[i] += i;
#pragma endscop
    if (t == 1) continue;
    i = 2;
  }
  return s;
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
