// About: designators say which elements of a table are meant, so the order of its numbers says nothing
#include <stdio.h>

static const int to[3] = {[2] = 0, [0] = 1, [1] = 2};

static void kernel(int n, int (*restrict a)[3], int (*restrict b)[3])
{
#pragma scop
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 3; k++)
      a[i][to[k]] = b[i][k];
#pragma endscop
}

int main(void)
{
  int a[4][3] = {{0}}, b[4][3];
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 3; k++)
      b[i][k] = 10 * i + k;
  for (int n = 0; n <= 4; n++) {
    kernel(n, a, b);
    for (int i = 0; i < 4; i++)
      printf("%d %d %d ", a[i][0], a[i][1], a[i][2]);
    puts("");
  }
  return 0;
}
