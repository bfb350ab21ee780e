// About: a function has the name of a field that it uses, and directives once its loops are parallel.
// script: parallel(S0.i)
// legal
// script: distribute(S0, S1); vectorize(S1.i)
#include <stdio.h>
struct pair {
  int k;
  struct {
    int total;
  } sum;
};

static void total(int n, struct pair *p)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    p[i].k += 3 * i;
    p[i].sum.total = p[i].k + 1;
  }
#pragma endscop
}

int main(void)
{
  struct pair p[8] = { { 0 } };
  for (int n = 0; n < 9; n += 4)
    total(n, p);
  for (int i = 0; i < 8; i++)
    printf(" %d %d", p[i].k, p[i].sum.total);
  printf("\n");
}
