// About: conditions that are up to the compiler, in everyday places; none changes what the loops mean.
// script: reverse(S0.i)
// legal
// script: parallel(S0.i)
// legal
#include <stdio.h>
static int a[12];
#ifdef _OPENMP
#include <omp.h>
#else
static inline int omp_get_max_threads(void) { return 1; }
#endif
#if __STDC_VERSION__ >= 201112L
#define ALIGNED _Alignas(64)
#else
#define ALIGNED
#endif
#if defined(__AVX512F__)
#define LANES 16
#elif defined(__AVX__)
#define LANES 8
#else
#define LANES 4
#endif
ALIGNED static int weights[12] = {1, 2, 3};
static int lanes = LANES;

static int f(int n)
{
#ifdef _OPENMP
  if (n > 100 * omp_get_max_threads())
    printf("%d cells\n", n);
#endif
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = weights[i] * 3 + n;
#pragma endscop
  return n + (lanes > 0);
}

int main(void)
{
  for (int n = 0; n < 12; n += 5) {
    int r = f(n);
    printf("%d:", r);
    for (int i = 0; i < 12; i++)
      printf(" %d", a[i]);
    printf("\n");
  }
}
