// About: neighbouring bit-fields of one structure are one memory location.
// script: parallel(S0.i)
// illegal
#include <stdio.h>
struct flags { unsigned lo : 4, hi : 4; };
struct flags f[4000];
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    f[i].lo = i % 16;
    f[i + 1].hi = (i + 3) % 16;
  }
#pragma endscop
}
int main(void)
{
  unsigned long sum = 0;
  for (int k = 0; k < 20; k++) {
    kernel(3999);
    for (int i = 0; i < 4000; i++) sum = sum * 7 + f[i].lo + 16 * f[i].hi;
  }
  printf("%lu\n", sum);
}
