// About: rows of an array in a structure are as long as the structure says
// script: parallel(S0.i)
// legal
// script: interchange(S0.i, S0.j)
// legal
// script: reverse(S0.j)
// legal
#include <stdio.h>

struct matrix {
  int rows, cols;
  double *data;
};

static void kernel(struct matrix *m)
{
#pragma scop
  for (int i = 0; i < m->rows; i++)
    for (int j = 0; j < m->cols; j++)
      m->data[i * m->cols + j] = 2 * m->data[i * m->cols + j] + i - j;
#pragma endscop
}

static double data[64];

int main(void)
{
  const int sizes[][2] = {{0, 0}, {0, 3}, {1, 1}, {2, 1}, {1, 2}, {7, 9}, {64, 1}, {1, 64}};
  for (int k = 0; k < 8; k++) {
    struct matrix m = {sizes[k][0], sizes[k][1], data};
    for (int i = 0; i < 64; i++)
      data[i] = i * 7 % 13;
    kernel(&m);
    for (int i = 0; i < 64; i++)
      printf(" %g", data[i]);
    puts("");
  }
  return 0;
}
