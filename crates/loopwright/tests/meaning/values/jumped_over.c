// About: a jump into the list of statements goes past the value
// script: parallel(S0.i)
// illegal
#include <stdio.h>

static int a[400];

static void kernel(int m)
{
  int step = 1;
  if (m < 5)
    goto on;
  step = m + 100;
on:;
#pragma scop
  for (int i = 0; i < m + 50; i++)
    a[i + step] = a[i] + 1;
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
