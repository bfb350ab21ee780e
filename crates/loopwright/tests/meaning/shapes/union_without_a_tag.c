// About: a variable of the region has the type of a union that only a typedef gives a name.
#include <stdint.h>
#include <stdio.h>

typedef union {
  float f;
  uint32_t u;
} both;

static void kernel(int n, const float *a, uint32_t *b)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    both x;
    x.f = a[i];
    b[i] = x.u >> 23 & 255;
  }
#pragma endscop
}

int main(void)
{
  float a[9];
  uint32_t b[9] = {0};
  for (int i = 0; i < 9; i++)
    a[i] = i * i + 1;
  for (int n = 0; n < 10; n += 3) {
    kernel(n, a, b);
    for (int i = 0; i < 9; i++)
      printf("%u ", (unsigned)b[i]);
    puts("");
  }
}
