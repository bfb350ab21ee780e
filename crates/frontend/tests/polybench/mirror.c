/* A program of PolyBench shape; the computation is our own. */
#include <stdio.h>
#include <unistd.h>
#include <string.h>
#include <math.h>

#include <polybench.h>

#include "mirror.h"

static
void init_array(int n)
{
  int i;
  for (i = 0; i < n; i++)
    ;
}

static
void kernel_mirror(int n, DATA_TYPE POLYBENCH_1D(r,N,n), DATA_TYPE POLYBENCH_1D(y,N,n))
{
 DATA_TYPE copy[N];
 DATA_TYPE beta;

 int i,k;
#pragma scop
 y[0] = -r[0];
 beta = SCALAR_VAL(1.0);

 for (k = 1; k < _PB_N; k++) {
   beta = (1-beta*beta)*r[k-1];
   for (i=0; i<k; i++) {
      copy[i] = y[i] + beta*y[k-i-1];
   }
   for (i=0; i<k; i++) {
     y[i] = copy[i];
   }
   y[k] = beta;
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
