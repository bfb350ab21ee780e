// About: The last iteration need not write the scalar: the value of an earlier one survives.
// script: parallel(S0.i)
// illegal
// script: vectorize(S0.i, 4)
// illegal
#include <stdio.h>
int a[40], b[40];
static void kernel(int n) {
  int t = 100;
#pragma scop
  for (int i = 0; i < n; i++)
    if (a[i] > 4)
      t = a[i];
  for (int i = 0; i < n; i++)
    b[i] = a[i] + 1;
#pragma endscop
  printf("%d: %d %d %d\n", n, t, b[0], b[n > 0 ? n - 1 : 0]);
}
int main(void) {
  for (int i = 0; i < 40; i++)
    a[i] = i * 7 % 10;
  int sizes[] = {0, 1, 2, 3, 7, 20, 40};
  for (int k = 0; k < 7; k++)
    kernel(sizes[k]);
  return 0;
}
