// About: rows of `w` are seen in `y * w + x`, but not where `y` is an expression of `h` in a copy.
// script: unroll(S0.y, 3)
// legal
// script: peel(S0.y, -1)
// legal
// script: tile(S0.y, 2, 3)
// legal
#include <stdio.h>
#include <string.h>

static void kernel(unsigned char w, unsigned char h, int *a) {
#pragma scop
  for (unsigned char y = 0; y < h; y++)
    for (unsigned char x = 0; x < w; x++)
      a[y * w + x] = (unsigned char)(y * w + x) + (signed char)(x * 100);
#pragma endscop
}

int main(void) {
  static int a[600];
  for (int w = 0; w < 40; w += 13)
    for (int h = 0; h < 16; h += 5) {
      memset(a, 0, sizeof a);
      kernel(w, h, a);
      for (int i = 0; i < 600; i++)
        printf("%d ", a[i]);
      printf("\n");
    }
  return 0;
}
