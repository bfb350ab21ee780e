// About: a static variable gets its value once, and has another one in the next call
// script: parallel(S0.i)
// illegal
#include <stdio.h>

static int a[400];

static void kernel(int m)
{
  static int step = 100;
  int shift = step;
#pragma scop
  for (int i = 0; i < m + 30; i++)
    a[i + shift] = a[i] + 1;
#pragma endscop
  step = 1;
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
