// About: an array of the body whose size is a field behind a pointer
// script: reverse(S0.i)
// script: interchange(S0.i, S0.j)
#include <stdio.h>

struct table {
  int n, half;
};

static int b[64];

static void kernel(const struct table *p)
{
#pragma scop
  for (int i = 0; i < p->n; i++) {
    int t[p->n / 2 + 1];
    for (int j = 0; j <= p->n / 2; j++)
      t[j] = i - j;
    b[i] += t[p->n / 2] * t[0];
  }
#pragma endscop
}

int main(void)
{
  const int sizes[] = {0, -9, 1, 2, 3, 60};
  for (int k = 0; k < 6; k++) {
    struct table t = {sizes[k], 1};
    kernel(&t);
    for (int i = 0; i < 64; i++)
      printf(" %d", b[i]);
    puts("");
  }
  return 0;
}
