// About: a counter is global and read by a function.
#include <stdio.h>
int g;
static int h(void) { return g; }

static int f(int n, int *a) {
#pragma scop
    for (g = 0; g < n; g++)
      a[g] += g;
#pragma endscop
  return h();
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
