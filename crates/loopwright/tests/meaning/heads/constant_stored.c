// About: a constant has the value that its type holds, and the next one is computed from that.
#include <stdio.h>
static int a[20];
static const unsigned char F = -1;
static const int G = F + 1, H = F << 1;
static void kernel(int n)
{
  const int P = G / 2, Q = -P % 100;
  n += Q;
#pragma scop
  for (int i = 0; i < 16; i++)
    if (i + 246 < F && i + 254 < G + 3 && i + 500 < H)
      a[i] += n;
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 5, 13 };
  for (int k = 0; k < 5; k++) {
    kernel(sizes[k]);
    for (int i = 0; i < 20; i++)
      printf("%d ", a[i]);
    puts("");
  }
}
