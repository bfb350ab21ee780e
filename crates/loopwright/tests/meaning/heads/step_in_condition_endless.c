// About: `i-- >= 0` always holds for an unsigned counter; only data end the loop.
#include <stdio.h>

static int kernel(unsigned n, const int *a) {
  int s = 0;
#pragma scop
  for (unsigned i = n; i-- >= 0;) {
    s += i;
    if (a[i] < 0)
      break;
  }
#pragma endscop
  return s;
}

int main(void) {
  const int a[6] = {-1, 2, -3, 4, 5, 6};
  for (unsigned n = 1; n < 7; n++)
    printf("%d ", kernel(n, a));
  printf("\n");
  return 0;
}
