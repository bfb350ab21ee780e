// About: a constant of the function hides a variable of the file.
#include <stdio.h>
static int a[20];
static int N = 11;
static void kernel(int n)
{
  enum { N = 4 };
#pragma scop
  for (int i = 0; i < N; i++)
    a[i] += n;
#pragma endscop
}
static int *all = &N;
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 5, 13 };
  for (int k = 0; k < 5; k++) {
    kernel(sizes[k]);
    for (int i = 0; i < 20; i++)
      printf("%d ", a[i]);
    printf("%d\n", *all);
  }
}
