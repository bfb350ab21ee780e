/* A program of PolyBench shape; the computation is our own. */
#include <stdio.h>
#include <unistd.h>
#include <string.h>
#include <math.h>

#include <polybench.h>

#include "smooth.h"

static
void init_array(int w)
{
  int i;
  for (i = 0; i < w; i++)
    ;
}

static
void kernel_smooth(int w, int h, DATA_TYPE alpha, DATA_TYPE POLYBENCH_2D(in,W,H,w,h), DATA_TYPE POLYBENCH_2D(out,W,H,w,h))
{
    int i,j;
    DATA_TYPE last, before;
    DATA_TYPE g;
    DATA_TYPE c1, c2, c3;
#pragma scop
   g = (SCALAR_VAL(1.0)-EXP_FUN(-alpha))/(SCALAR_VAL(3.0)+alpha*EXP_FUN(SCALAR_VAL(-2.0)*alpha));
   c1 = c2 = g;
   c3 =  POW_FUN(SCALAR_VAL(2.0),-alpha);
   for (i=0; i<_PB_W; i++) {
        last = SCALAR_VAL(0.0);
        before = 1;
        for (j=_PB_H-1; j>=0; j--) {
            out[i][j] = c1*in[i][j] + c2*last + c3*before;
            before = last;
            last = out[i][j];
        }
    }
#pragma endscop

}

int main(int argc, char** argv)
{
  int w = W;
  init_array(w);
  polybench_start_instruments;
  polybench_stop_instruments;
  return 0;
}
