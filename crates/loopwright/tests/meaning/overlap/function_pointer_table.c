// About: a function of a table gets the address.
// script: parallel(S0.i)
// illegal
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int x[40], y[40];
static int *kept;
static void keep(int *p) { kept = p; }
static void (*table[2])(int *) = { 0, keep };
void kernel(int n)
{
  table[1](x);
  int *a = x, *b = kept;
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
