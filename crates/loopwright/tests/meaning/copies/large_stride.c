// About: how many iterations there are in three steps of a loop does not take as long to find as its stride is large.
// script: unroll(S0.i, 3)
// legal
// script: peel(S0.i, 1)
#include <stdio.h>

static void kernel(int n, int *a) {
#pragma scop
  for (int i = -n; i < n; i += 65536)
    if (i % 131072 == 0)
      a[(i + n) / 65536] += 2;
#pragma endscop
}

int main(void) {
  for (int n = 0; n <= 262144; n += 65536)
    for (int more = -1; more <= 2; more++) {
      int a[16] = {1, 2, 3};
      kernel(n + more, a);
      for (int i = 0; i < 16; i++)
        printf("%d ", a[i]);
      printf("\n");
    }
  return 0;
}
