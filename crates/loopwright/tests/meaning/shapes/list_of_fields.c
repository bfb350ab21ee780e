// About: a local structure gets the values of its list field by field.
#include <stdio.h>

struct v { int x; double y[2]; unsigned char z; };

static void kernel(int n, int *a, int *b) {
#pragma scop
  for (int i = 0; i < n; i++) {
    struct v p = {a[i], {i + 0.5}, 300}, q = {0};
    q.x += p.x;
    b[i] = (int)(p.y[0] * 2 + p.y[1]) + q.x + q.z + p.z;
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
