/* A header of our own in the shape of the suite's. */
#ifndef POLYBENCH_H
# define POLYBENCH_H
# include <stdlib.h>

# ifndef POLYBENCH_PADDING_FACTOR
#  define POLYBENCH_PADDING_FACTOR 0
# endif

# ifdef POLYBENCH_USE_C99_PROTO
#  define POLYBENCH_C99_SELECT(x,y) y
# else
#  define POLYBENCH_C99_SELECT(x,y) x
# endif

# ifdef POLYBENCH_USE_SCALAR_LB
#  define POLYBENCH_LOOP_BOUND(x,y) x
# else
#  define POLYBENCH_LOOP_BOUND(x,y) y
# endif

# ifdef POLYBENCH_USE_RESTRICT
#  define POLYBENCH_RESTRICT restrict
# else
#  define POLYBENCH_RESTRICT
# endif

# define POLYBENCH_1D(var, dim1, ddim1) \
  var[POLYBENCH_RESTRICT POLYBENCH_C99_SELECT(dim1,ddim1) + POLYBENCH_PADDING_FACTOR]
# define POLYBENCH_2D(var, dim1, dim2, ddim1, ddim2) \
  var[POLYBENCH_RESTRICT POLYBENCH_C99_SELECT(dim1,ddim1) + POLYBENCH_PADDING_FACTOR] \
     [POLYBENCH_C99_SELECT(dim2,ddim2) + POLYBENCH_PADDING_FACTOR]

# define POLYBENCH_DECL_VAR(x) (*x)
# define POLYBENCH_ARRAY(x) *x
# define POLYBENCH_FREE_ARRAY(x) free((void*)x);
# define POLYBENCH_ALLOC_2D(n1, n2, type) \
  (type(*)[n1 + 0][n2 + 0]) polybench_alloc_data((n1 + 0) * (n2 + 0), sizeof(type))
# define POLYBENCH_1D_ARRAY_DECL(var, type, dim1, ddim1) \
  type POLYBENCH_1D(POLYBENCH_DECL_VAR(var), dim1, ddim1); \
  var = polybench_alloc_data(dim1, sizeof(type));
# define POLYBENCH_2D_ARRAY_DECL(var, type, dim1, dim2, ddim1, ddim2) \
  type POLYBENCH_2D(POLYBENCH_DECL_VAR(var), dim1, dim2, ddim1, ddim2); \
  var = POLYBENCH_ALLOC_2D(dim1, dim2, type);

# define polybench_start_instruments
# define polybench_stop_instruments
# define polybench_print_instruments
# define POLYBENCH_DUMP_TARGET stderr
# define POLYBENCH_DUMP_START fprintf(POLYBENCH_DUMP_TARGET, "begin")
# define POLYBENCH_DUMP_FINISH fprintf(POLYBENCH_DUMP_TARGET, "end")
# define polybench_prevent_dce(func) if (argc > 42 && ! strcmp(argv[0], "")) func

extern void* polybench_alloc_data(unsigned long long int n, int elt_size);
extern void polybench_timer_start();
#endif
