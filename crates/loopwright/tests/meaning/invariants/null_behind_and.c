// About: the pointer is followed only if it is not null; a generated condition may not ask first.
#include <stddef.h>
#include <stdio.h>

static void kernel(const int *p, int k, int *a) {
#pragma scop
  for (int i = 0; k > 0 && i < *p; i++)
    a[i] += k;
#pragma endscop
}

int main(void) {
  for (int k = -1; k < 6; k++) {
    int a[8] = {1, 2, 3};
    kernel(k > 0 ? &k : NULL, k, a);
    for (int i = 0; i < 8; i++)
      printf("%d ", a[i]);
    printf("\n");
  }
  return 0;
}
