/* What programs of the suite's shape expect of its header, reduced to what they use. */
#ifndef POLYBENCH_H
# define POLYBENCH_H
# include <stdlib.h>
# define POLYBENCH_PADDING_FACTOR 0
# define POLYBENCH_C99_SELECT(x, y) y
# ifdef POLYBENCH_USE_SCALAR_LB
#  define POLYBENCH_LOOP_BOUND(x, y) x
# else
#  define POLYBENCH_LOOP_BOUND(x, y) y
# endif
# ifdef POLYBENCH_USE_C99_PROTO
#  define POLYBENCH_C99_SELECT_SIZE(x, y) y
# else
#  define POLYBENCH_C99_SELECT_SIZE(x, y) x
# endif
# define POLYBENCH_1D(var, dim1, ddim1) var[POLYBENCH_C99_SELECT_SIZE(dim1, ddim1) + POLYBENCH_PADDING_FACTOR]
# define POLYBENCH_2D(var, dim1, dim2, ddim1, ddim2) var[POLYBENCH_C99_SELECT_SIZE(dim1, ddim1) + POLYBENCH_PADDING_FACTOR][POLYBENCH_C99_SELECT_SIZE(dim2, ddim2) + POLYBENCH_PADDING_FACTOR]
# define POLYBENCH_3D(var, dim1, dim2, dim3, ddim1, ddim2, ddim3) var[POLYBENCH_C99_SELECT_SIZE(dim1, ddim1) + POLYBENCH_PADDING_FACTOR][POLYBENCH_C99_SELECT_SIZE(dim2, ddim2) + POLYBENCH_PADDING_FACTOR][POLYBENCH_C99_SELECT_SIZE(dim3, ddim3) + POLYBENCH_PADDING_FACTOR]
# ifdef POLYBENCH_STACK_ARRAYS
#  define POLYBENCH_ARRAY(x) x
#  define POLYBENCH_2D_ARRAY_DECL(var, type, dim1, dim2, ddim1, ddim2) type POLYBENCH_2D(var, dim1, dim2, ddim1, ddim2);
# else
#  define POLYBENCH_ARRAY(x) *x
#  define POLYBENCH_2D_ARRAY_DECL(var, type, dim1, dim2, ddim1, ddim2) type POLYBENCH_2D((*var), dim1, dim2, ddim1, ddim2); var = polybench_alloc_data((dim1) * (dim2), sizeof(type));
# endif
# define POLYBENCH_FREE_ARRAY(x) free((void *)x);
# define polybench_start_instruments polybench_timer_start();
# define polybench_stop_instruments polybench_timer_stop();
# define polybench_print_instruments polybench_timer_print();
extern void *polybench_alloc_data(unsigned long long int n, int elt_size);
extern void polybench_timer_start();
extern void polybench_timer_stop();
#endif
