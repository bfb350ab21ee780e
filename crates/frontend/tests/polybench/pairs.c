/* A program of PolyBench shape; the computation is our own. */
#include <stdio.h>
#include <unistd.h>
#include <string.h>
#include <math.h>

#include <polybench.h>

#include "pairs.h"

typedef char letter;

#define fits(b1, b2) (((b1)+(b2)) == 3 ? 1 : 0)
#define larger(s1, s2) ((s1 >= s2) ? s1 : s2)

static
void init_array(int n)
{
  int i;
  for (i = 0; i < n; i++)
    ;
}

static
void kernel_pairs(int n, letter POLYBENCH_1D(word,N,n), DATA_TYPE POLYBENCH_2D(best,N,N,n,n))
{
  int i, j, k;
#pragma scop
 for (i = _PB_N-2; i >= 0; i--) {
  for (j=i+1; j<_PB_N; j++) {
   if (j-1>=0)
      best[i][j] = larger(best[i][j], best[i][j-1]);
   if (j-2>=0 && i+1<_PB_N) {
     if (i+1<j)
        best[i][j] = larger(best[i][j], best[i+1][j-1]+fits(word[i], word[j]));
     else
        best[i][j] = larger(best[i][j], best[i+1][j]);
   }
   for (k=i+1; k<j; k++) {
      best[i][j] = larger(best[i][j], best[i][k] + best[k+1][j]);
   }
  }
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
