// About: labels inside of statements, which copies of them cannot have.
// script: unroll(S0.i, 2) ; split(S1.i, 3)
// legal
// script: separate(S0.i)
// script: vectorize(S2.i, 4) ; peel(S1.i)
#include <stdio.h>
double y[40], z[40];
char c[40];
static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    if (c[i]) B: y[i] += 1; else Z: D: y[i] -= c[i] ? 1 : 2;
  for (int i = 0; i < n; i++) {
    if (c[i]) { goto_: y[i] *= 2; if (z[i] > 3) E: z[i] -= 1; }
  }
  for (int i = 0; i < n; i++)
    while (z[i] > 2) W: z[i] = z[i] > 9 ? (int)z[i] / 2 : z[i] - 1;
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 3, 37 };
  for (int k = 0; k < 5; k++) {
    for (int i = 0; i < 40; i++) c[i] = i % 3, z[i] += i;
    kernel(sizes[k]);
    for (int i = 0; i < 40; i++) printf(" %g", y[i] + 100 * z[i]);
    printf("\n");
  }
}
