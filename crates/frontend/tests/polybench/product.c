/* A program of PolyBench shape; the computation is our own. */
#include <stdio.h>
#include <unistd.h>
#include <string.h>
#include <math.h>

#include <polybench.h>

#include "product.h"

static
void init_array(int ni)
{
  int i;
  for (i = 0; i < ni; i++)
    ;
}

static
void kernel_product(int ni, int nj,
		 DATA_TYPE alpha,
		 DATA_TYPE beta,
		 DATA_TYPE POLYBENCH_2D(G,NI,NI,ni,ni),
		 DATA_TYPE POLYBENCH_2D(F,NI,NJ,ni,nj))
{
  int r, s, t;
#pragma scop
  for (r = 0; r < _PB_NI; r++) {
    for (s = 0; s <= r; s++ )
      {
	G[r][s] = SCALAR_VAL(0.0);
	for (t = 0; t < _PB_NJ; ++t)
	  G[r][s] += alpha*F[r][t] * F[s][t]; // half of it
	G[r][s] = beta *   G[r][s] +
		  F[r][0];
      }
  }
#pragma endscop

}

int main(int argc, char** argv)
{
  int ni = NI;
  init_array(ni);
  polybench_start_instruments;
  polybench_stop_instruments;
  return 0;
}
