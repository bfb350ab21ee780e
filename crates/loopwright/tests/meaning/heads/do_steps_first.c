// About: a `do` loop whose condition steps runs once whatever that says.
#include <stdio.h>

static int kernel(int n, int *a, int *b) {
  int i;
#pragma scop
  i = 0;
  do {
    a[i] += i;
    b[i] += n;
  } while (++i < n);
#pragma endscop
  return i;
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
