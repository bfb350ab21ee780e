// About: A macro with the name of a word of the directive makes another directive of it.
// script: parallel(S0.i)
// script: vectorize(S0.i, 4)
#include <stdio.h>
#define parallel sections
#define simd parallel
int a[40], b[40];
static void kernel(int n) {
#pragma scop
  for (int i = 0; i < n; i++)
    b[i] = a[i] * 3;
#pragma endscop
  printf("%d:", n);
  for (int i = 0; i < 40; i++)
    printf(" %d", b[i]);
  printf("\n");
}
int main(void) {
  for (int i = 0; i < 40; i++)
    a[i] = i % 7;
  kernel(0);
  kernel(1);
  kernel(2);
  kernel(40);
  return 0;
}
