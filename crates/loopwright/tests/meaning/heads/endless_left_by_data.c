// About: loops whose conditions are constants end where the data says so.
#include <stdio.h>
#include <stdlib.h>
static int a[300];

static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    for (int k = i; 1; ++k) {
      a[k] = a[k] + 1;
      if (a[k] > 5) break;
    }
    for (;;) {
      a[i] = a[i] + 1;
      if (a[i] > 20) break;
    }
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
