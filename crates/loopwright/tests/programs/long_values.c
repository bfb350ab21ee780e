// What is computed in `long` does not fit into `int`.
#include <stdio.h>

int main(void) {
  double x[10], y[10], z[10];
#pragma scop
  for (long i = 0; i < 10; i++) {
    x[i] = i * 1000000000;
    y[i] = i * i * i * 100000000;
    z[i] = sizeof(i + 1);
  }
  for (int i = 0; i < 10; i++) {
    x[i] += (long)i * 1000000000;
    y[i] += i * 1000000000LL;
    z[i] += 1000000000L * i - 3;
  }
#pragma endscop
  for (int i = 0; i < 10; i++)
    printf("%.17g %.17g %.17g\n", x[i], y[i], z[i]);
  return 0;
}
