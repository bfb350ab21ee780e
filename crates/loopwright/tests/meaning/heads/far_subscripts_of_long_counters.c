// About: many subscripts of a counter of type long, each of which is out of memory for other parameters
#include <stdio.h>
static int b[4000], q[4000];
static void k(long n, int m, int *p) {
#pragma scop
  for (long i = n - 1 - 1; i >= 0; i--) {
    for (long j = 1; j <= m - 1; j++)
      p[i * 7 + j + 2 + 900] += (b[i + 4] + p[j * 7 + i + 2 + 900]) & 255;
    b[i + 5] += p[(i + 1) * 7 + 1 + 1 + 900];
  }
#pragma endscop
}
int main(void) {
  for (int i = 0; i < 4000; i++)
    q[i] = i % 13;
  k(0, 0, q);
  k(1, 1, q);
  k(2, 2, q);
  k(5, 3, q);
  for (int i = 0; i < 20; i++)
    printf("%d %d\n", b[i], q[900 + i]);
}
