/* A kernel in the shape of the PolyBench suite: sizes and types come from headers. */
#include <stdio.h>
#include <math.h>

/* Include polybench common header. */
#include <polybench.h>

/* Include benchmark-specific header. */
#include "matvec.h"


/* Array initialization. */
static
void init_array (int m, int n,
		 DATA_TYPE POLYBENCH_2D(A,M,N,m,n),
		 DATA_TYPE POLYBENCH_1D(x,N,n))
{
  int i, j;

  for (j = 0; j < n; j++)
    x[j] = (DATA_TYPE) (j % 7) / n;
  for (i = 0; i < m; i++)
    for (j = 0; j < n; j++)
      A[i][j] = (DATA_TYPE) (i*j % m) / m;
}


/* DCE code. */
static
void print_array(int m,
		 DATA_TYPE POLYBENCH_1D(y,M,m))
{
  int i;

  POLYBENCH_DUMP_START;
  for (i = 0; i < m; i++) {
    if (i % 20 == 0) fprintf (POLYBENCH_DUMP_TARGET, "\n");
#ifdef HEX
    fprintf (POLYBENCH_DUMP_TARGET, "%a ", y[i]);
#else
    fprintf (POLYBENCH_DUMP_TARGET, DATA_PRINTF_MODIFIER, y[i]);
#endif
  }
  POLYBENCH_DUMP_FINISH;
}


/* Main computational kernel. */
static
void kernel_matvec(int m, int n,
		   DATA_TYPE alpha,
		   DATA_TYPE POLYBENCH_2D(A,M,N,m,n),
		   DATA_TYPE POLYBENCH_1D(x,N,n),
		   DATA_TYPE POLYBENCH_1D(y,M,m))
{
  int i, j;

#pragma scop
  for (i = 0; i < _PB_M; i++)
    {
      y[i] = SCALAR_VAL(0.0);
      for (j = 0; j < _PB_N; j++)
	y[i] += alpha * A[i][j] * x[j];
      y[i] = SQRT_FUN(y[i]);
    }
#pragma endscop

}


int main(int argc, char** argv)
{
  int m = M;
  int n = N;

  DATA_TYPE alpha;
  POLYBENCH_2D_ARRAY_DECL(A, DATA_TYPE, M, N, m, n);
  POLYBENCH_1D_ARRAY_DECL(x, DATA_TYPE, N, n);
  POLYBENCH_1D_ARRAY_DECL(y, DATA_TYPE, M, m);

  init_array (m, n, POLYBENCH_ARRAY(A), POLYBENCH_ARRAY(x));

  polybench_start_instruments;
  kernel_matvec (m, n, alpha, POLYBENCH_ARRAY(A), POLYBENCH_ARRAY(x), POLYBENCH_ARRAY(y));
  polybench_stop_instruments;
  polybench_print_instruments;

  polybench_prevent_dce(print_array(m, POLYBENCH_ARRAY(y)));

  POLYBENCH_FREE_ARRAY(A);
  return 0;
}
