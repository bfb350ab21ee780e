// About: the last iteration does more with what each iteration has for itself.
// script: parallel(S0.j)
// legal
// script: vectorize(S0.j)
// legal
// script: stripmine(S0.j, 3); parallel(S0.jt)
// legal
#include <stdio.h>

static void f(int n, int *restrict a, int *restrict r)
{
  int t;
#pragma scop
  for (int j = 0; j < n; j++) {
    t = a[j];
    a[j] = t + 1;
    if (j == n - 1)
      r[0] = t;
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
