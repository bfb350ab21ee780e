// About: a cast to a narrow type wraps a subscript around, beside another reference to the array
// script: pad(a, 2)
// legal
// script: rename(a)
// script: modulo(a, 0, 64)
// script: pack(a, S0.i)
#include <stdio.h>
#include <stdlib.h>

static int a[256];

static void kernel(void)
{
#pragma scop
  for (unsigned char i = 250; i != 4; i++)
    S0: a[i] = a[(unsigned char)(i + 1)];
#pragma endscop
}

int main(void)
{
  for (int i = 0; i < 256; i++)
    a[i] = i * i;
  kernel();
  for (int i = 0; i < 256; i++)
    printf("%d ", a[i]);
  printf("\n");
  return 0;
}
