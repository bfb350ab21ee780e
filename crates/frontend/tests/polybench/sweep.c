/* A program of PolyBench shape; the computation is our own. */
#include <stdio.h>
#include <unistd.h>
#include <string.h>
#include <math.h>

#include <polybench.h>

#include "sweep.h"

static
void init_array(int tsteps)
{
  int i;
  for (i = 0; i < tsteps; i++)
    ;
}

static
void kernel_sweep(int tsteps, int n, DATA_TYPE POLYBENCH_2D(u,N,N,n,n), DATA_TYPE POLYBENCH_1D(edge,N,n))
{
  int t, i, j;
  DATA_TYPE DX, DT;
  DATA_TYPE mul;
#pragma scop
  DX = SCALAR_VAL(1.0)/(DATA_TYPE)_PB_N;
  DT = SCALAR_VAL(1.0)/(DATA_TYPE)_PB_TSTEPS;
  mul = DT / (DX * DX);

 for (t=1; t<=_PB_TSTEPS; t++) {
    //down
    for (i=1; i<_PB_N-1; i++) {
      u[0][i] = edge[i];
      for (j=1; j<_PB_N-1; j++) {
        u[j][i] = (-mul*u[j-1][i]+(SCALAR_VAL(1.0)+SCALAR_VAL(2.0)*mul)*u[j][i])/(mul+edge[j]);
      }
      u[_PB_N-1][i] = SCALAR_VAL(1.0);
      for (j=_PB_N-2; j>=1; j--) {
        u[j][i] = u[j+1][i] + u[j][i];
      }
    }
  }
#pragma endscop

}

int main(int argc, char** argv)
{
  int tsteps = TSTEPS;
  init_array(tsteps);
  polybench_start_instruments;
  polybench_stop_instruments;
  return 0;
}
