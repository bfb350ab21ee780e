// About: the value is made of a variable that another one of the same name hides in the region
// script: reverse(S0.i)
// script: parallel(S0.i)
// illegal
#include <stdio.h>

static int a[400];

static void kernel(const int k)
{
  {
    const int w = k + 1;
    const int k = 7;
#pragma scop
    for (int i = 0; i < 50; i++)
      a[i + w] = a[i + k] + 1;
#pragma endscop
  }
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
