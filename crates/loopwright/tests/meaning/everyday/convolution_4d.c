// About: a convolution over images and channels, on arrays that are addressed by hand, with a sum of its own.
// script: parallel(S2.b)
// legal
// script: parallel(S2.y)
// legal
// script: interchange(S1.c, S1.p)
// illegal
#include <stdio.h>

static float in[2 * 3 * 7 * 6], weight[2 * 3 * 3 * 3], out[2 * 2 * 7 * 6];

static void kernel(int B, int C, int H, int W, int K) {
#pragma scop
  for (int b = 0; b < B; b++)
    for (int k = 0; k < K; k++)
      for (int y = 0; y < H - 2; y++)
        for (int x = 0; x < W - 2; x++) {
          float acc = 0;
          for (int c = 0; c < C; c++)
            for (int p = 0; p < 3; p++)
              for (int q = 0; q < 3; q++)
                acc += in[((b * C + c) * H + y + p) * W + x + q] *
                       weight[((k * C + c) * 3 + p) * 3 + q];
          out[((b * K + k) * (H - 2) + y) * (W - 2) + x] = acc;
        }
#pragma endscop
}

static void run(int B, int C, int H, int W, int K) {
  for (int q = 0; q < 2 * 3 * 7 * 6; q++)
    in[q] = (q * 37 + 11) % 23;
  for (int q = 0; q < 2 * 3 * 3 * 3; q++)
    weight[q] = (q * 17 + 5) % 19;
  for (int q = 0; q < 2 * 2 * 7 * 6; q++)
    out[q] = -1;
  kernel(B, C, H, W, K);
  printf("%d %d %d %d %d:", B, C, H, W, K);
  for (int q = 0; q < 2 * 2 * 7 * 6; q++)
    printf(" %g", out[q]);
  printf("\n");
}

int main(void) {
  run(0, 0, 0, 0, 0);
  run(1, 1, 1, 1, 1);
  run(1, 1, 3, 3, 1);
  run(2, 0, 4, 4, 2);
  run(2, 3, 7, 6, 2);
  run(2, 2, 6, 7, 1);
  return 0;
}
