// About: a function that is called may ask whether threads run it.
// refused: LW0011
#include <omp.h>
#include <stdio.h>
static int a[20];
static int level(void) { return omp_in_parallel() * 10 + omp_get_level(); }
static int twice(void) { return 2 * level(); }
static void kernel(int n)
{
#pragma scop
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < n; i++)
    a[i] = twice();
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 5, 13 };
  for (int k = 0; k < 5; k++) {
    kernel(sizes[k]);
    for (int i = 0; i < 20; i++)
      printf("%d ", a[i]);
    puts("");
  }
}
