// `(unsigned) (i - 1) < k` asks for `1 <= i <= k`.
#include <stdio.h>

int main(void) {
  int x[10] = {0}, k = 4;
#pragma scop
  for (unsigned i = 0; i < 10; i++)
    if (i - 5 < 3)
      x[i] += 1;
  for (int i = 0; i < 10; i++) {
    if ((unsigned)(i - 1) < (unsigned)k)
      x[i] += 10;
    if ((unsigned)(i - 7) >= (unsigned)k)
      x[i] += 100;
    if ((i - 5u) / 2 > 7)
      x[i] += 1000;
  }
  for (int i = 0; i < 10; i++) {
    unsigned d = i - 6;
    unsigned char c = i + 250;
    if (d <= 2)
      x[i] += 10000;
    if (c < 200)
      x[i] += 100000;
  }
#pragma endscop
  for (int i = 0; i < 10; i++)
    printf("%d\n", x[i]);
  return 0;
}
