#ifndef _BLOCKS_H
# define _BLOCKS_H
# if !defined(MINI_DATASET) && !defined(LARGE_DATASET)
#  define LARGE_DATASET
# endif
# if !defined(NQ) && !defined(NR) && !defined(NP)
#  ifdef MINI_DATASET
#   define NQ 5
#   define NR 6
#   define NP 7
#  endif
#  ifdef LARGE_DATASET
#   define NQ 1000
#   define NR 1100
#   define NP 1200
#  endif
# endif
# define _PB_NQ POLYBENCH_LOOP_BOUND(NQ,nq)
# define _PB_NR POLYBENCH_LOOP_BOUND(NR,nr)
# define _PB_NP POLYBENCH_LOOP_BOUND(NP,np)
# if !defined(DATA_TYPE_IS_INT) && !defined(DATA_TYPE_IS_FLOAT) && !defined(DATA_TYPE_IS_DOUBLE)
#  define DATA_TYPE_IS_DOUBLE
# endif
# ifdef DATA_TYPE_IS_FLOAT
#  define DATA_TYPE float
#  define SCALAR_VAL(x) x##f
#  define SQRT_FUN(x) sqrtf(x)
#  define EXP_FUN(x) expf(x)
#  define POW_FUN(x, y) powf(x, y)
# endif
# ifdef DATA_TYPE_IS_DOUBLE
#  define DATA_TYPE double
#  define SCALAR_VAL(x) x
#  define SQRT_FUN(x) sqrt(x)
#  define EXP_FUN(x) exp(x)
#  define POW_FUN(x, y) pow(x, y)
# endif
#endif
