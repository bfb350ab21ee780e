// About: another block behind the region has a variable of the same name.
#include <stdio.h>

static int f(int n, int *a) {
  {
#pragma scop
    int t = 4;
    for (int i = 0; i < n; i++)
      a[i] += t;
#pragma endscop
  }
  {
    int t = 2;
    a[9] = t;
  }
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
