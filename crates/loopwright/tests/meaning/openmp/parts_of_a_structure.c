// About: A field, a bit-field, and what a pointer leads to are no variables that a clause could name.
// script: parallel(S0.i, reduction)
// script: parallel(S1.i, reduction)
// script: parallel(S2.i, reduction)
// script: vectorize(S0.i, 4, reduction)
#include <stdio.h>
struct sums {
  int all;
  unsigned low : 5;
};
struct sums s;
int a[50];
static void kernel(int n, int *total) {
#pragma scop
  for (int i = 0; i < n; i++)
    s.all += a[i];
  for (int i = 0; i < n; i++)
    s.low += a[i];
  for (int i = 0; i < n; i++)
    *total += a[i];
#pragma endscop
  printf("%d: %d %u %d\n", n, s.all, s.low, *total);
}
int main(void) {
  int total = 5;
  for (int i = 0; i < 50; i++)
    a[i] = i % 7;
  kernel(0, &total);
  kernel(1, &total);
  kernel(2, &total);
  kernel(50, &total);
  return 0;
}
