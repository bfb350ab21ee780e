// About: what a condition decides on may begin with a word of GNU C.
#include <stdio.h>
static int a[40], b[40];
int w = 3;

static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    if (i > 3) __extension__ w = i;
    a[i] = w;
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
