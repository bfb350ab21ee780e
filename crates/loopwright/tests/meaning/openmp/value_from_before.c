// About: The first iteration reads a scalar from before the region: no iteration may have one of its own.
// script: parallel(S0.i)
// illegal
// script: vectorize(S0.i, 2)
// illegal
#include <stdio.h>
int a[20], b[20];
static void kernel(int n) {
  int t = 3;
#pragma scop
  for (int i = 0; i < n; i++) {
    b[i] = t;
    t = a[i];
  }
#pragma endscop
  printf("%d: %d", n, t);
  for (int i = 0; i < 20; i++)
    printf(" %d", b[i]);
  printf("\n");
}
int main(void) {
  for (int i = 0; i < 20; i++)
    a[i] = i * i % 17;
  for (int n = 0; n < 20; n += 3)
    kernel(n);
  return 0;
}
