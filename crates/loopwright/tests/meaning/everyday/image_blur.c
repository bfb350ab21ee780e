// About: a blur of an image with padded rows and three channels, all of it one array of bytes.
// args: --context [w,stride]->{:w<=stride}
// script: parallel(S2.y)
// legal
// script: tile(S2.y, 2, 2)
// script: parallel(S1.dy)
#include <stdio.h>

enum { ROOM = 8 * 9 * 3 };
static unsigned char img[ROOM], out[ROOM];

static void kernel(int h, int w, int stride) {
#pragma scop
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
      for (int c = 0; c < 3; c++) {
        int s = 0;
        for (int dy = -1; dy <= 1; dy++)
          for (int dx = -1; dx <= 1; dx++)
            s += img[((y + dy) * stride + x + dx) * 3 + c];
        out[(y * stride + x) * 3 + c] = s / 9;
      }
#pragma endscop
}

static void run(int h, int w, int stride) {
  for (int q = 0; q < ROOM; q++) {
    img[q] = q * 37 + 11;
    out[q] = q;
  }
  kernel(h, w, stride);
  printf("%d %d %d:", h, w, stride);
  for (int q = 0; q < ROOM; q++)
    printf(" %d", out[q]);
  printf("\n");
}

int main(void) {
  run(0, 0, 0);
  run(1, 1, 1);
  run(2, 2, 9);
  run(3, 3, 3);
  run(5, 4, 9);
  run(8, 9, 9);
  return 0;
}
