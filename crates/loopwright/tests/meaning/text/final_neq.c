// About: a loop that ends with !=.
#include <stdio.h>

static int f(int n, int *a) {
  int i;
#pragma scop
    for (i = 0; i != n; i++)
      a[i] += 1;
#pragma endscop
  return i;
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
