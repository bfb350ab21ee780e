// About: loops of several functions are found without any pragma, and those that print stay as they are
// args: --auto
#include <stdio.h>

#define N 12

static int a[N][N], b[N][N], c[N][N];

static void init(int n)
{
  int i, j;
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++) {
      a[i][j] = i - 2 * j;
      b[i][j] = i * j % 7;
    }
}

static void product(int n)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      c[i][j] = 0;
      for (int k = 0; k < n; k++)
        c[i][j] += a[i][k] * b[k][j];
    }
}

static void print(int n)
{
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      printf("%d ", c[i][j]);
    puts("");
  }
}

int main(void)
{
  for (int n = 0; n <= N; n += n < 2 ? 1 : 5) {
    init(n);
    product(n);
    print(n);
  }
  return 0;
}
