/* A program of PolyBench shape; the computation is our own. */
#include <stdio.h>
#include <unistd.h>
#include <string.h>
#include <math.h>

#include <polybench.h>

#include "widest.h"

static
void init_array(int n)
{
  int i;
  for (i = 0; i < n; i++)
    ;
}

static
void kernel_widest(int n, DATA_TYPE POLYBENCH_2D(pipe,N,N,n,n))
{
  int i, j, via;
#pragma scop
  for (via = 0; via < _PB_N; via++)
    {
      for(i = 0; i < _PB_N; i++)
	for (j = 0; j < _PB_N; j++)
	  pipe[i][j] = pipe[i][j] > pipe[i][via] * pipe[via][j] ?
	    pipe[i][j] : pipe[i][via] * pipe[via][j];
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
