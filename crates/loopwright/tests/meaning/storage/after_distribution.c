// About: after a loop was distributed, a buffer is for the loop that is named
// script: distribute(S0, S1); stripmine(S1.i, 4); pack(a, S1.i)
// legal
// script: distribute(S0, S1); pack(c, S1.i)
// legal
// script: distribute(S0, S1); pack(b, S0.i)
// legal
#include <stdio.h>
#include <stdlib.h>

static double a[41], b[40], c[40];

static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    S0: b[i] = a[i] * 2;
    S1: c[i] += a[i] + a[i + 1] + b[i];
  }
#pragma endscop
}

int main(void)
{
  for (int i = 0; i < 41; i++)
    a[i] = i * i % 7;
  int sizes[] = {0, 1, 2, 3, 4, 5, 17, 40};
  for (int k = 0; k < 8; k++) {
    kernel(sizes[k]);
    for (int i = 0; i < 40; i++)
      printf(" %g %g", b[i], c[i]);
    printf("\n");
  }
  return 0;
}
