// About: a list of assignments may begin with a word of GNU C.
// script: parallel(S0.i)
#include <stdio.h>
static int a[40], b[40];
int w = 3;

static void kernel(int n)
{
  int x = 1;
  __extension__ x = 3, w = 4 + x;
#pragma scop
  for (int i = 0; i < n; i++) {
    w = i;
    a[i] = w + 1;
  }
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
