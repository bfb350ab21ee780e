// About: an `unsigned` counter is one below commas, signs and shifts.
#include <stdio.h>
static double b[7];
static void kernel(unsigned n, unsigned u)
{
#pragma scop
  for (unsigned i = 0; i < n; i++) {
    b[i] = (u, i + 1) << 31;
    b[i] += ~(u, i);
    b[i] += -(u, i + 1);
    b[i] += (u ? i : 2) - 5;
  }
#pragma endscop
}
int main(void)
{
  for (unsigned n = 0; n < 8; n++) {
    kernel(n, n);
    for (int i = 0; i < 7; i++) printf("%.0f ", b[i]);
    puts("");
  }
}
