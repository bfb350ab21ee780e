// About: the counter of a `while` loop lives on.
#include <stdio.h>

static void f(int z, int n, int *a, int *b) {
#pragma scop
  for (int k = 0; k < n; k++) {
    int i = 0;
    while (i < k) {
      a[i] += k;
      i++;
    }
    b[k] = i;
  }
  for (int k = 0; k < n; k++)
    a[k] += z;
#pragma endscop
}

int main(void) {
  for (int n = 0; n < 7; n++) {
    int a[8] = {0}, b[8] = {0};
    f(50, n, a, b);
    for (int i = 0; i < 8; i++)
      printf("%d %d,", a[i], b[i]);
    printf("\n");
  }
  return 0;
}
