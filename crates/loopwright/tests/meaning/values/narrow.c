// About: the value is converted to the type of the variable
// script: parallel(S0.i)
// script: reverse(S0.i)
#include <stdio.h>

static int a[400];

static void kernel(int m)
{
  unsigned char step = m + 250;
  signed char back = 120 + m;
#pragma scop
  for (int i = 130; i < 140; i++)
    a[i + step] = a[i + back] + 1;
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
