// About: assembly sets a mode of arithmetic, which new threads do not have.
// script: parallel(S0.i)
#include <stdio.h>

static void flush_to_zero(int on)
{
#if defined(__x86_64__)
  unsigned mode;
  __asm__ volatile("stmxcsr %0" : "=m"(mode));
  mode = on ? mode | 0x8000u : mode & ~0x8000u;
  __asm__ volatile("ldmxcsr %0" : : "m"(mode));
#else
  (void)on;
#endif
}

static void f(int n, float *x)
{
#pragma scop
  for (int i = 0; i < n; i++)
    x[i] = x[i] * 0.5f;
#pragma endscop
}

int main(void)
{
  float x[64];
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < 64; i++)
      x[i] = 1.5e-38f;
    flush_to_zero(k == 1);
    f(64, x);
    flush_to_zero(0);
    int zeros = 0;
    for (int i = 0; i < 64; i++)
      zeros += x[i] == 0;
    printf("%d\n", zeros);
  }
}
