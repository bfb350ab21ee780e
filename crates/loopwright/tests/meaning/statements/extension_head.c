// About: the first clause of a loop may begin with a word of GNU C and declare nothing.
#include <stdio.h>
static int a[40], b[40];
int w = 3;

static void kernel(int n)
{
#pragma scop
  for (__extension__ w = 0; w < n; w++)
    a[w] = n;
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
