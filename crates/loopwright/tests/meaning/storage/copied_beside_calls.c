// About: variables of the function are copied beside calls that print and may end the program.
// script: pad(u, 2)
// legal
// script: transpose(v, [1, 0])
// legal
// script: pack(u, S1.k)
// legal
// script: registers(S3, s)
// legal
// script: expand(s)
#include <stdio.h>
#include <stdlib.h>

static void end(void)
{
  printf(" end");
}

static void kernel(int n, const double *restrict a)
{
  double s = 1, u[8], v[4][3];
  for (int k = 0; k < 8; k++)
    u[k] = k;
  for (int k = 0; k < 12; k++)
    v[k / 3][k % 3] = k;
#pragma scop
  for (int k = 0; k < 8; k++) {
    printf(" %d", k);
    u[k] = u[k] * u[7 - k];
  }
  for (int i = 0; i < n; i++) {
    if (i > 6)
      exit(0);
    s += a[i] * v[i % 4][1];
  }
#pragma endscop
  printf(" %g", s);
  for (int k = 0; k < 8; k++)
    printf(" %g", u[k]);
  printf("\n");
}

int main(void)
{
  double a[7];
  for (int i = 0; i < 7; i++)
    a[i] = i * i;
  atexit(end);
  for (int n = 0; n < 12; n += 3)
    kernel(n, a);
  return 0;
}
