/* A second one: time loop, constant bounds, several scops in one file. */
#include "polybench.h"
#include "stencil.h"

void kernel_stencil(int tsteps, int n,
		    DATA_TYPE POLYBENCH_1D(A,N,n),
		    DATA_TYPE POLYBENCH_1D(B,N,n))
{
  int t, i;

#pragma scop
  for (t = 0; t < _PB_TSTEPS; t++)
    {
      for (i = 1; i < _PB_N - 1; i++)
	B[i] = SCALAR_VAL(0.33333) * (A[i-1] + A[i] + A[i + 1]);
      for (i = 1; i < _PB_N - 1; i++)
	A[i] = EXP_FUN(-POW_FUN(B[i], SCALAR_VAL(2.0)));
    }
#pragma endscop
}

void kernel_copy(int n, DATA_TYPE POLYBENCH_2D(C,N,N,n,n))
{
  int i, j;
#pragma scop
  for (i = _PB_N - 1; i >= 0; i--) for (j = 0; j <= i; j++) C[i][j] = C[j][i];
#pragma endscop
}
