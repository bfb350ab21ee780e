// About: a directive is about the statement behind a label, and that is the region.
// refused: LW0011
#include <stdio.h>
static int a[20];
static void kernel(int n)
{
#pragma omp parallel num_threads(4)
  {
#pragma omp master
  once:
#pragma scop
    for (int i = 0; i < n; i++)
      a[i] += 1;
#pragma endscop
#pragma omp barrier
  }
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
