// About: a function with threads of its own has fewer of them where threads call it.
// script: parallel(S0.i)
// script: vectorize(S0.i, 4)
#include <stdio.h>
static int a[20];
static int triple(int v)
{
  int sum = 0;
#pragma omp parallel num_threads(3) reduction(+ : sum)
  sum += v;
  return sum;
}
static int next(int v) { return triple(v) + 1; }
static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = next(i);
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
