/* A program of PolyBench shape; the computation is our own. */
#include <stdio.h>
#include <unistd.h>
#include <string.h>
#include <math.h>

#include <polybench.h>

#include "blocks.h"

static
void init_array(int nq)
{
  int i;
  for (i = 0; i < nq; i++)
    ;
}

static
void kernel_blocks(int nr, int nq, int np, DATA_TYPE POLYBENCH_3D(V,NR,NQ,NP,nr,nq,np), DATA_TYPE POLYBENCH_2D(W,NP,NP,np,np), DATA_TYPE POLYBENCH_1D(row,NP,np))
{
  int x, y, z;
#pragma scop
  for (x = 0; x < _PB_NR; x++)
    for (y = 1; y < _PB_NQ-1; y++)  {
      for (z = 0; z < _PB_NP; z++)
	row[z] = SCALAR_VAL(0.25) * (V[x][y-1][z] + V[x][y+1][z]) - W[z][_PB_NP-1-z];
      for (z = 0; z < _PB_NP; z++)
	V[x][y][z] = row[z];
    }
  V[_PB_NR-1][0][0] = SCALAR_VAL(1.0);
#pragma endscop

}

int main(int argc, char** argv)
{
  int nq = NQ;
  init_array(nq);
  polybench_start_instruments;
  polybench_stop_instruments;
  return 0;
}
