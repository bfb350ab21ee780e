// About: a loop around the region changes what the value was made of
// script: parallel(S0.i)
// script: reverse(S0.i)
#include <stdio.h>

static int a[400];

static void kernel(int m)
{
  int last = m + 1;
  for (int t = 0; t < 3; t++) {
#pragma scop
    for (int i = 0; i < last; i++)
      a[i + m] = a[i] + 1;
#pragma endscop
    m += 2;
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
