// About: a file keeps structures with pointers in them.
// script: parallel(S0.i)
// illegal
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
static int x[40], y[40];
struct record { int count; int *data; };
static void kernel(int n)
{
  int *a = x, *b;
  FILE *file = tmpfile();
  struct record one = { 3, x }, two = { 4, y };
  fwrite(&one, sizeof one, 1, file);
  rewind(file);
  if (fread(&two, sizeof two, 1, file) != 1) abort();
  fclose(file);
  b = two.data;
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
