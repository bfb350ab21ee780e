// About: `memset` through a pointer changes the number that the next loop runs to.
#include <stdio.h>
#include <string.h>

static int bound;

static void kernel(int n, int *a, int *b) {
  int *p = n > 2 ? &bound : b;
  bound = n;
#pragma scop
  for (int i = 0; i < bound; i++)
    a[i] += 1;
  memset(p, 0, sizeof(int));
  for (int i = 0; i < bound; i++)
    b[i] += a[i];
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
