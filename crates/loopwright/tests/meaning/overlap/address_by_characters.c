// About: `fputc` and `fgetc` move the bytes of a pointer.
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
  FILE *file = tmpfile();
  b = y;
  for (unsigned at = 0; at < sizeof a; at++) fputc(((unsigned char *)&a)[at], file);
  rewind(file);
  for (unsigned at = 0; at < sizeof b; at++) ((unsigned char *)&b)[at] = fgetc(file);
  fclose(file);
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
