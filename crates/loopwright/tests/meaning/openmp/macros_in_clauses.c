// About: Macros are expanded in OpenMP's directives, so that one can swallow a clause.
// script: parallel(S0.i)
// script: parallel(S2.i, reduction)
// script: vectorize(S0.i, 4)
#include <stdio.h>
#define private(x)
#define lastprivate(x)
#define reduction(x)
#define max(a, b) ((a) > (b) ? (a) : (b))
int a[40], b[40], t, s;
static void kernel(int n) {
#pragma scop
  for (int i = 0; i < n; i++) {
    t = a[i];
    b[i] = t * t;
  }
  for (int i = 0; i < n; i++)
    s += b[i];
#pragma endscop
  printf("%d: %d %d", n, t, s);
  for (int i = 0; i < 40; i++)
    printf(" %d", b[i]);
  printf("\n");
}
int main(void) {
  for (int i = 0; i < 40; i++)
    a[i] = max(i % 7, i % 5);
  kernel(0);
  kernel(1);
  kernel(2);
  kernel(40);
  return 0;
}
