// About: the second counter is a narrow type that wraps around on its way.
#include <stdio.h>

static int kernel(int n, int *a, int *b) {
  int i;
  unsigned char c;
  signed char d;
#pragma scop
  for (i = 0, c = 250, d = 126; i < n; i++, c += 3, d--) {
    a[i] += c;
    b[i] = d / 2;
  }
  for (i = 0, d = 126; i < n; i++, d++)
    b[i] += d;
#pragma endscop
  return i + c * 20 + d;
}

int main(void) {
  static const int sizes[] = {0, 1, 2, 3, 7, 10};
  for (int s = 0; s < 6; s++) {
    int a[12] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8}, b[12] = {0};
    printf("%lld:", (long long)kernel(sizes[s], a, b));
    for (int i = 0; i < 12; i++)
      printf(" %d %d", a[i], b[i]);
    printf("\n");
  }
  return 0;
}
