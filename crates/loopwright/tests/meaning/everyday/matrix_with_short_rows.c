// About: rows that are shorter than the loop over them run into each other
// script: parallel(S0.i)
// illegal
// script: interchange(S0.i, S0.j)
#include <stdio.h>

struct matrix {
  int rows, cols, stride;
  double *data;
};

static void kernel(struct matrix *m)
{
#pragma scop
  for (int i = 0; i < m->rows; i++)
    for (int j = 0; j < m->cols; j++)
      m->data[i * m->stride + j] = m->data[i * m->stride + j + 1] + 1;
#pragma endscop
}

static double data[80];

int main(void)
{
  const int sizes[][3] = {{0, 0, 0}, {1, 1, 1}, {2, 1, 0}, {5, 5, 2}, {7, 9, 9}, {9, 7, 1}};
  for (int k = 0; k < 6; k++) {
    struct matrix m = {sizes[k][0], sizes[k][1], sizes[k][2], data};
    for (int i = 0; i < 80; i++)
      data[i] = i * 7 % 13;
    kernel(&m);
    for (int i = 0; i < 80; i++)
      printf(" %g", data[i]);
    puts("");
  }
  return 0;
}
