// About: cells that a thread may not write are not copied back: others write them in the meantime
// script: pad(a, 2)
// script: expand(a)
// script: modulo(a, 0, 99)
// script: transpose(m, [1, 0])
// script: soa(p)
// script: aos(b, c)
// script: rename(b)
// script: pad(s, 2)
#include <stdio.h>

struct pair {
  int x, y;
};

static int owner[64], a[64], b[64], c[64], m[8][8];
static struct pair p[64];

static void kernel(int thread)
{
  static int s[64];
#pragma scop
  for (int i = 0; i < 64; i++)
    if (owner[i] == thread)
      a[i] += thread + 1;
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++)
      if (owner[8 * i + j] == thread)
        m[i][j] += thread + 1;
  for (int i = 0; i < 64; i++)
    if (owner[i] == thread)
      p[i].x += thread + 1;
  for (int i = 0; i < 64; i++) {
    if (owner[i] != thread)
      continue;
    b[i] += thread + 1;
    c[i] = b[i];
  }
  for (int i = 0; i < 64; i++)
    if (owner[i] == thread) {
      s[i] += thread + 1;
      p[i].y = s[i];
    }
#pragma endscop
}

int main(void)
{
  for (int i = 0; i < 64; i++)
    owner[i] = i * 7 % 4;
  for (int round = 0; round < 500; round++) {
#pragma omp parallel for num_threads(4) schedule(static, 1)
    for (int thread = 0; thread < 4; thread++)
      kernel(thread);
  }
  for (int i = 0; i < 64; i++)
    printf("%d %d %d %d %d %d\n", a[i], b[i], c[i], m[i / 8][i % 8], p[i].x, p[i].y);
  return 0;
}
