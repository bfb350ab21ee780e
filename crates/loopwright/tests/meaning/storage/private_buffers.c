// About: buffers that are too large for a stack are allocated by each iteration of a parallel loop.
// frees
// script: (it, i) = stripmine(S.i, 4); pack(a, S.i); parallel(it)
// legal
// script: (it, i) = stripmine(T.i, 2); pack(b, T.i); pack(a, T.i); parallel(it)
// legal
// script: parallel(S.i); pack(a, S.j)
// legal
// script: parallel(L); pack(a, T.j)
// legal
// script: (it, i) = stripmine(S.i, 4); pack(a, S.i); parallel(it); vectorize(it)
// legal
// script: (it, i) = stripmine(S.i, 4); pack(a, S.i); parallel(it); (ut, u) = stripmine(T.i, 4); pack(a, T.i); parallel(ut)
// legal
#include <stdio.h>
#include <stdlib.h>

enum { M = 3000 };
static double a[12][M], b[12][M], c[12][M];

static void kernel(int n, int m)
{
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++)
      S: a[i][j] += a[i][j - 1] * c[i][j];
  L: for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      T: b[i][j] = a[i][j] - a[i - 1][j] + i;
#pragma endscop
}

int main(void)
{
  int sizes[][2] = {{0, 0}, {1, 1}, {7, 2}, {12, M}, {5, 1000}, {-3, 9}};
  for (int k = 0; k < 6; k++) {
    for (int i = 0; i < 12; i++)
      for (int j = 0; j < M; j++) {
        a[i][j] = (i * 7 + j * 3) % 10;
        b[i][j] = i - j;
        c[i][j] = ((i + j) % 3 - 1) / 4.;
      }
    kernel(sizes[k][0], sizes[k][1]);
    double sum = 0;
    for (int i = 0; i < 12; i++)
      for (int j = 0; j < M; j++)
        sum += a[i][j] * (i + 1) + b[i][j] * (j % 7);
    printf(" %.9g", sum);
  }
  printf("\n");
  return 0;
}
