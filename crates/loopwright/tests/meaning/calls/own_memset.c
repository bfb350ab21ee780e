// About: a function of the program has the name of one of the library.
#include <stdio.h>

static void memset_row(int *p, int v, unsigned long k) {
  for (unsigned long i = 0; i < k; i++)
    p[i] += v;
}
#define memset memset_row

static void kernel(int n, int *a, int *b) {
#pragma scop
  for (int i = 0; i < n; i++) {
    memset(a, 2, i);
    b[i] = a[0];
  }
#pragma endscop
}

int main(void) {
  static const int sizes[] = {0, 1, 2, 3, 7, 12};
  for (int s = 0; s < 6; s++) {
    int a[12] = {3, 1, -4, 1, 5, -9, 2, 6, 5, 3, 5, 8}, b[12] = {0};
    kernel(sizes[s], a, b);
    for (int i = 0; i < 12; i++)
      printf(" %d %d", a[i], b[i]);
    printf("\n");
  }
  return 0;
}
