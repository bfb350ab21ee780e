// About: a loop whose condition is a constant never ends; here it is never entered.
#include <stdio.h>
#include <stdlib.h>
static int a[300];

static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    a[i] = a[i] + 1;
    if (n > 100)
      for (int k = 0; 1; ++k)
        a[k % 7] = k % 5;
    a[i] = a[i] * 2;
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
