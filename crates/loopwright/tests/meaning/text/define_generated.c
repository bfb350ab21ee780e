// About: a macro that begins as ours do, but is used behind the region as well.
// refused: LW0208
#include <stdio.h>

static int kernel(int n, int m, int *a) {
#pragma scop
#define lw_min(a, b) ((a) < (b) ? (a) : (b))
  for (int i = 0; i < lw_min(n, m); i++)
    a[i]++;
#pragma endscop
  return lw_min(n, m);
}

int main(void) {
  for (int n = 0; n < 4; n++) {
    int a[8] = {0};
    printf("%d %d", kernel(n, 3, a), a[0]);
  }
  return 0;
}
