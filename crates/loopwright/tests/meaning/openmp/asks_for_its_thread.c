// About: what a function says of threads is another thing without them.
// refused: LW0011
#include <omp.h>
#include <stdio.h>
static int a[20];
static void kernel(int n)
{
#pragma scop
#pragma omp parallel for num_threads(2) schedule(static, 1)
  for (int i = 0; i < n; i++)
    a[i] = omp_get_thread_num();
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
