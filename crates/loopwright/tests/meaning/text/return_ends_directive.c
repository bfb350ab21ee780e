// About: a carriage return ends a line, and so a directive.
#include <stdio.h>
static int a[40], b[40], *p;
#define STEP 2#define LESS(i) (i) \    - 1
static void kernel(int n)
{
#pragma scop  for (int i = 0; i < n; i++)    // of the next    a[i] = b[i] * STEP      + LESS(i);#pragma endscop}

int main(void)
{
  for (int n = 0; n < 12; n += 3) {
    for (int i = 0; i < 40; i++) a[i] = i * i % 11, b[i] = i;
    p = b;
    kernel(n);
    for (int i = 0; i < 40; i++) printf("%d %d ", a[i], b[i]);
    printf("\n");
  }
}
