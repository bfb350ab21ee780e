// About: the elements of the matrix may be the fields that say how long its rows are
// script: reverse(S0.j)
#include <stdio.h>

struct matrix {
  int rows, cols;
  int *data;
};

static void kernel(struct matrix *m)
{
#pragma scop
  for (int i = 0; i < m->rows; i++)
    for (int j = 0; j < m->cols; j++)
      m->data[i * m->cols + j] = 2;
#pragma endscop
}

static int cells[64];

int main(void)
{
  for (int k = 0; k < 4; k++) {
    struct matrix m = {4, 6, cells + k};
    if (k == 3)
      m.data = &m.cols;
    for (int i = 0; i < 64; i++)
      cells[i] = i * 7 % 13;
    if (k == 3)
      m.rows = 0;
    kernel(&m);
    printf("%d %d:", m.rows, m.cols);
    for (int i = 0; i < 64; i++)
      printf(" %d", cells[i]);
    puts("");
  }
  return 0;
}
