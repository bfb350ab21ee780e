// About: the fields of a union are the same memory, so what one writes the other reads
// script: distribute(S0.i)
// illegal
#include <stdio.h>
#include <stdint.h>

union word {
  uint32_t whole;
  uint8_t bytes[4];
};

static void kernel(int n, union word *restrict w, unsigned *restrict sum)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    w[0].whole = i * 0x01010101u;
    sum[i] = w[0].bytes[2] + w[0].bytes[0];
  }
#pragma endscop
}

int main(void)
{
  union word w[1] = {{7}};
  unsigned sum[6];
  for (int n = 0; n <= 6; n++) {
    kernel(n, w, sum);
    for (int i = 0; i < n; i++)
      printf("%u ", sum[i]);
    printf("(%u)\n", (unsigned)w[0].whole);
  }
  return 0;
}
