// About: the array that is written is the one that holds the bound.
#include <stdio.h>

static void kernel(int *dims, int *a) {
#pragma scop
  for (int i = 0; i < dims[1]; i++)
    a[i] = 2;
#pragma endscop
}

int main(void) {
  for (int n = 0; n < 7; n++) {
    int d[8] = {9, n, 9, 9, 9, 9, 9, 9};
    kernel(d, d);
    for (int i = 0; i < 8; i++)
      printf("%d ", d[i]);
    printf("\n");
  }
  return 0;
}
