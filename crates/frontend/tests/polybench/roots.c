/* A program of PolyBench shape; the computation is our own. */
#include <stdio.h>
#include <unistd.h>
#include <string.h>
#include <math.h>

#include <polybench.h>

#include "roots.h"

static
void init_array(int n)
{
  int i;
  for (i = 0; i < n; i++)
    ;
}

static
void kernel_roots(int n, DATA_TYPE POLYBENCH_2D(L,N,N,n,n), DATA_TYPE POLYBENCH_1D(rhs,N,n))
{
  int p, q;

  DATA_TYPE acc;
#pragma scop
  for (p = 0; p < _PB_N; p++) {
     acc = SCALAR_VAL(0.0);
     for (q = 0; q <p; q++) {
        acc += L[p][q] * L[p][q];
     }
     L[p][p] = SQRT_FUN(acc);
     acc = SQRT_FUN(acc) / L[p][p];
     rhs[p] /= acc;
  }
   for (p = _PB_N-1; p >=0; p--) {
     acc = rhs[p];
     for (q = p+1; q < _PB_N; q++)
        acc -= L[q][p] * rhs[q];
     rhs[p] = - (acc + L[p][p])/L[p][p];
  }
#pragma endscop

}

int main(int argc, char** argv)
{
  int n = N;
  init_array(n);
  polybench_start_instruments;
  polybench_stop_instruments;
  return 0;
}
