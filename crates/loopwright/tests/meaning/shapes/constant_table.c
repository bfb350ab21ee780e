// About: the subscripts of a stencil come out of constant tables, one of them with fewer numbers than elements
// script: reverse(S0.i)
// legal
// script: parallel(S0.i)
// legal
// script: stripmine(S0.j, 4); pack(dy, S0.j)
// script: stripmine(S0.j, 4); pack(a, S0.j)
// legal
// script: (tiles, points) = stripmine(S0.j, 4); pack(a, S0.j); parallel(tiles)
// script: registers(S0, b)
// legal
#include <stdio.h>

static const int dx[5] = {1, 0, -1, 0};
static const signed char dy[] = {0, 1, 0, -1, 0};

static void kernel(int n, int a[12][12], int b[12][12])
{
#pragma scop
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      for (int k = 0; k < 5; k++)
        b[i][j] += (k + 1) * a[i + dx[k]][j - dy[k]];
#pragma endscop
}

int main(void)
{
  int a[12][12], b[12][12];
  for (int n = 0; n <= 12; n += 3) {
    int sum = 0;
    for (int i = 0; i < 12; i++)
      for (int j = 0; j < 12; j++) {
        a[i][j] = (i * 7 + j * 3) % 10;
        b[i][j] = 0;
      }
    kernel(n, a, b);
    for (int i = 0; i < 12; i++)
      for (int j = 0; j < 12; j++)
        sum = (sum * 31 + b[i][j]) % 10007;
    printf("%d ", sum);
  }
  puts("");
  return 0;
}
