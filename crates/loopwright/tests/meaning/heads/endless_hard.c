// About: a byte wraps around while the condition holds, until one value leaves the loop.
#include <stdio.h>
#include <stdlib.h>
static int a[300];

static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    for (unsigned char k = 252; k % 9 <= 5; ++k) {
      a[k] = a[k] + i;
      if (k == 1) break;
      a[k + 1] = a[k] + 1;
    }
    a[i] = a[i] + 2;
  }
#pragma endscop
}

int main(void)
{
  for (int n = 0; n < 20; n += 3) {
    for (int i = 0; i < 300; i++) a[i] = i * i % 11;
    kernel(n);
    printf("%d:", n);
    for (int i = 0; i < 300; i++) printf(" %d", a[i]);
    printf("\n");
  }
}
