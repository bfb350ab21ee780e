// About: what is declared may stand in parentheses behind the star.
// script: reverse(S0.i)
// illegal
#include <stdio.h>
static int a[40], b[40];
int w = 3;
typedef int T;
int *p = b;

static void kernel(int n)
{
  T *(p) = a + 1;
#pragma scop
  for (int i = 0; i < n; i++)
    p[i] = a[i] + 1;
#pragma endscop
}

int main(void)
{
  for (int n = 0; n < 12; n += 3) {
    for (int i = 0; i < 40; i++) a[i] = i * i % 11, b[i] = i;
    w = 3;
    kernel(n);
    printf("%d:", w);
    for (int i = 0; i < 40; i++) printf(" %d %d", a[i], b[i]);
    printf("\n");
  }
}
