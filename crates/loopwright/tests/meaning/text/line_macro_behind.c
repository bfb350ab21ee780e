// About: a macro behind the region has the number of its line.
#include <stdio.h>
#define CHECK(x) a[x > 0 ? 14 : 15] = __LINE__

static int f(int n, int *a) {
#pragma scop
    for (int i = 0;
         i < n;
         i++)
      a[i] += 2;
  /* two
     lines */
#pragma endscop
  CHECK(a[1] + 100);
  return 0;
}

int main(void) {
  for (int n = 0; n < 7; n++) {
    int a[16] = {0};
    int r = f(n, a);
    printf("%d: %d:", n, r);
    for (int i = 0; i < 16; i++)
      printf(" %d", a[i]);
    printf("\n");
  }
  return 0;
}
