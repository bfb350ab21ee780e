// About: the value stays what it was when the variables that it was made of change
// script: parallel(S0.j)
// illegal
#include <stdio.h>

static int a[400];

static void kernel(int m)
{
  int width = m / 4;
  m = m + 1;
#pragma scop
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++)
      a[i * width + j] += a[i * width + j + 1] + a[(i + 1) * width + j];
#pragma endscop
}

static void show(void)
{
  for (int i = 0; i < 400; i++)
    printf(" %d", a[i]);
  puts("");
}

int main(void)
{
  const int sizes[] = {0, 1, 2, 9};
  for (int k = 0; k < 4; k++) {
    for (int i = 0; i < 400; i++)
      a[i] = i * 7 % 31;
    kernel(sizes[k]);
    show();
  }
  return 0;
}
