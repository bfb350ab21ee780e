// About: tags, types and constants with the name of the function around the loops are not that function.
// script: parallel(S0.i)
// script: tile(S0.i, 4); parallel(S0.it)
#include <stdio.h>

struct f { int v, w; };

static void f(int n, int *restrict a, int *restrict b)
{
#pragma scop
  for (int i = 0; i < n; i++)
    b[i] = a[i] * (int)sizeof(struct f);
#pragma endscop
}

static void g(int n, int *restrict a, int *restrict b)
{
  enum { g = 3 };
#pragma scop
  for (int i = 0; i < n; i++)
    b[i] += a[i] * g;
#pragma endscop
}

static void h(int n, int *restrict a, int *restrict b)
{
  typedef short h;
#pragma scop
  for (int i = 0; i < n; i++)
    b[i] += (h)a[i];
#pragma endscop
}

int main(void)
{
  int a[9] = {1, 2, 3, 4, 5, 70000, 7, 8, 9}, b[9] = {0};
  for (int n = 0; n < 10; n += 3) {
    f(n, a, b);
    g(n, a, b);
    h(n, a, b);
  }
  for (int k = 0; k < 9; k++)
    printf(" %d", b[k]);
  printf("\n");
}
