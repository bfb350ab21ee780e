// About: a function with `realloc` in its name may return what it got.
// script: parallel(S0.i)
// illegal
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
static int x[40], y[40];
void *my_realloc(void *, size_t, void *, size_t) __asm__("memmem");
static void kernel(int n)
{
  int *a = x, *b;
  b = my_realloc(x, sizeof x, x, sizeof *x);
#pragma scop
  for (int i = 0; i < n; i++)
    b[i + 1] = a[i] + 1;
#pragma endscop
}
int main(void)
{
  for (int n = 0; n < 12; n += 4) {
    for (int i = 0; i < 40; i++) x[i] = i * i % 11, y[i] = i;
    kernel(n);
    for (int i = 0; i < 40; i++) printf("%d %d ", x[i], y[i]);
    printf("\n");
  }
}
