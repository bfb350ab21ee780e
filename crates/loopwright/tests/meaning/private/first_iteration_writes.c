// About: the first iteration sets what each iteration has for itself to something else.
// script: parallel(S0.j)
// legal
// script: reverse(S0.j); parallel(S0.j)
// legal
#include <stdio.h>

static void f(int n, int *restrict a, int *restrict r)
{
#pragma scop
  for (int j = 0; j < n; j++) {
    int t[2];
    if (j == 0)
      t[0] = 5;
    else
      t[0] = a[j - 1];
    t[1] = t[0] * 2;
    if (j < n - 1)
      r[j] = t[1];
    else
      r[j] = -t[0];
  }
#pragma endscop
}

int main(void)
{
  for (int n = 0; n < 12; n += n < 3 ? 1 : 4) {
    int a[12], r[12] = {0};
    for (int i = 0; i < 12; i++)
      a[i] = i * i % 7;
    f(n, a, r);
    for (int i = 0; i < 12; i++)
      printf(" %d %d", a[i], r[i]);
    printf("\n");
  }
}
