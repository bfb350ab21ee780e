// About: on the way to the bound is a pointer that the region writes by its name
// refused: LW0203
#include <stdio.h>

static int a[10];

static void kernel(int n, int m)
{
  int *q = &n, *r = &m;
  int **p = &q;
#pragma scop
  for (int i = 0; i < **p; i++)
    a[i] += 1;
  q = r;
  for (int i = 0; i < **p; i++)
    a[i] += 3;
#pragma endscop
}

int main(void)
{
  for (int n = 0; n < 9; n++) {
    kernel(n, 9 - n);
    for (int i = 0; i < 10; i++)
      printf("%d ", a[i]);
    printf("\n");
  }
  return 0;
}
