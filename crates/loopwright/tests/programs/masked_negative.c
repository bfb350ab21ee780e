// The last bits of numbers below zero take a division that rounds down.
#include <stdio.h>

int main(void) {
  int x[20];
#pragma scop
  for (int i = -10; i < 10; i++)
    x[i + 10] = (i & 1) + (i & 3) + (i >> 1) + (i / 2) + (i % 2);
#pragma endscop
  for (int i = 0; i < 20; i++)
    printf("%d\n", x[i]);
  return 0;
}
