// About: the counter of the region is read after it, in the extent of a cast.
#include <stdio.h>
static int x[40];
static void kernel(int n)
{
  int i;
#pragma scop
  for (i = 0; i < n; i++)
    x[i] = i * 2;
#pragma endscop
  printf("%zu ", sizeof *(int (*)[i + 1])x);
}
int main(void)
{
  for (int n = 0; n < 12; n += 4) {
    kernel(n);
    for (int i = 0; i < 40; i++) printf("%d ", x[i]);
    printf("\n");
  }
}
