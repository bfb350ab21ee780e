// About: An `_Atomic` variable may change at any time: what is done with it keeps its order.
// refused: LW0208
#include <stdio.h>
_Atomic int z;
typedef _Atomic long counter_t;
counter_t y;
int a[50], b[50], c[2];
static void kernel(int n) {
#pragma scop
  for (int i = 0; i < n; i++)
    z += a[i];
  c[0] = z;
  for (int j = 0; j < n; j++) {
    y = a[j];
    b[j] = y + 1;
  }
#pragma endscop
  printf("%d: %d %ld %d", n, z, (long)y, c[0]);
  for (int i = 0; i < 50; i++)
    printf(" %d", b[i]);
  printf("\n");
}
int main(void) {
  for (int i = 0; i < 50; i++)
    a[i] = i % 7;
  kernel(0);
  kernel(1);
  kernel(2);
  kernel(50);
  return 0;
}
