// About: Minima and maxima of narrow and wide types begin with what their types have.
// script: parallel(S0.i, reduction)
// script: parallel(S1.i, reduction)
// script: parallel(S2.i, reduction)
// script: parallel(S3.i, reduction)
#include <stdio.h>
unsigned char u[40], least = 255;
short h[40], most = -32768;
long double d[40], high = -1e300L;
_Complex double z[40], sum;
static void kernel(int n) {
#pragma scop
  for (int i = 0; i < n; i++)
    least = u[i] < least ? u[i] : least;
  for (int i = 0; i < n; i++)
    most = h[i] > most ? h[i] : most;
  for (int i = 0; i < n; i++)
    high = d[i] > high ? d[i] : high;
  for (int i = 0; i < n; i++)
    sum += z[i];
#pragma endscop
  printf("%d: %d %d %.3Lg %g %g\n", n, least, most, high, __real__ sum, __imag__ sum);
}
int main(void) {
  for (int i = 0; i < 40; i++) {
    u[i] = 200 - i;
    h[i] = i * 100 - 3000;
    d[i] = i * 0.5L;
    z[i] = i + 2.0 * i * 1i;
  }
  kernel(0);
  kernel(1);
  kernel(2);
  kernel(40);
  return 0;
}
