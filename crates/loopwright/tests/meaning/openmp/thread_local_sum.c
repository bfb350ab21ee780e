// About: A variable that each thread has for itself cannot be accumulated into, nor be private.
// script: parallel(S0.i, reduction)
// script: parallel(S1.j)
// script: vectorize(S1.j, 4)
// script: vectorize(S0.i, 4, reduction)
#include <stdio.h>
static __thread int s, t;
int a[40], b[40];
static void kernel(int n) {
#pragma scop
  for (int i = 0; i < n; i++)
    s += a[i];
  for (int j = 0; j < n; j++) {
    t = a[j];
    b[j] = t * t;
  }
#pragma endscop
  printf("%d: %d %d", n, s, t);
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
