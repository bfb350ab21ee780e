// -DREAL=double
// Macros in a region: arguments keep their places, bodies are read through.
#define max(a, b) ((a) > (b) ? (a) : (b))
#define floord(n, d) (((n) < 0) ? -((-(n) + (d) - 1) / (d)) : (n) / (d))
#define AT(A, i, j) A[(i) * n + (j)]
#define LOOP(i, lo, hi) for (i = lo; i < hi; i++)
#define SWAP(x, y) do { t = x; x = y; y = t; } while (0)
#ifdef USE_TWO
# define STEP 2
#else
# define STEP 1
#endif
void f(int n, REAL *A, REAL t) {
  int i, j;
#pragma scop
  LOOP(i, 0, n)
    for (j = max(0, i - 3); j <= floord(n, 4); j += STEP)
      AT(A, i, j) = AT(A, j, i);
#if STEP == 2
  this is left out
#endif
  SWAP(A[0], A[1]);
#pragma endscop
}
