/* A program of PolyBench shape; the computation is our own. */
#include <stdio.h>
#include <unistd.h>
#include <string.h>
#include <math.h>

#include <polybench.h>

#include "statistics.h"

static
void init_array(int m)
{
  int i;
  for (i = 0; i < m; i++)
    ;
}

static
void kernel_statistics(int m, int n, DATA_TYPE float_n, DATA_TYPE POLYBENCH_2D(sample,N,M,n,m), DATA_TYPE POLYBENCH_1D(spread,M,m))
{
  int i, j;

  DATA_TYPE eps = SCALAR_VAL(0.1);

#pragma scop
  for (j = 0; j < _PB_M; j++)
    {
      spread[j] = SCALAR_VAL(0.0);
      for (i = 0; i < _PB_N; i++)
        spread[j] += (sample[i][j] * sample[i][j]);
      spread[j] /= SQRT_FUN(float_n) - 1;
      /* nothing is divided by almost zero */
      spread[j] = spread[j] <= eps ? SCALAR_VAL(1.0) : spread[j];
    }
  spread[_PB_M-1] = SCALAR_VAL(1.0);
#pragma endscop

}

int main(int argc, char** argv)
{
  int m = M;
  init_array(m);
  polybench_start_instruments;
  polybench_stop_instruments;
  return 0;
}
