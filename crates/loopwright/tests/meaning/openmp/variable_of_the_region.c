// About: A variable that the region declares outside of the loop is one for all iterations.
// script: parallel(S0.i)
// script: parallel(S1.i)
// script: parallel(S3.i)
// script: vectorize(S1.i, 4)
#include <stdio.h>
int a[40], b[40], c[40];
static void kernel(int n) {
#pragma scop
  {
    int t;
    for (int i = 0; i < n; i++) {
      t = a[i];
      b[i] = t + 1;
    }
    t = 5;
    for (int i = 0; i < n; i++)
      c[i] = t;
  }
#pragma endscop
  printf("%d:", n);
  for (int i = 0; i < 40; i++)
    printf(" %d %d", b[i], c[i]);
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
