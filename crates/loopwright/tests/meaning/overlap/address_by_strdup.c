// About: `strndup` copies the bytes of a pointer into new memory.
// script: parallel(S0.i)
// illegal
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
static int x[40], y[40];
static void kernel(int n)
{
  int *a = x, *b;
  char *copy = strndup((char *)&a, sizeof a);
  b = y;
  if (n < 0) memcpy(&b, copy, sizeof b);
  free(copy);
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
