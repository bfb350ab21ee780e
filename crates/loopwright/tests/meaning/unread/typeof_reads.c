// About: the only use of a variable after the region is the extent of a type in `typeof`.
#include <stdio.h>
static int x[40];
static void kernel(int n)
{
  int t = 1;
#pragma scop
  for (int i = 0; i < n; i++) {
    t = i + 2;
    x[i] = t * 2;
  }
#pragma endscop
  __typeof__(int[t]) *q = 0;
  printf("%zu ", sizeof *q);
}
int main(void)
{
  for (int n = 0; n < 12; n += 4) {
    kernel(n);
    for (int i = 0; i < 40; i++) printf("%d ", x[i]);
    printf("\n");
  }
}
