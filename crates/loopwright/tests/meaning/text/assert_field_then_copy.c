// About: the structure is set as a whole after the assertion about a field.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <assert.h>
#include <stdint.h>
int x[40], y[40];
struct q { int k; };
void kernel(int n)
{
  struct q s = { 0 }, r = { n > 4 };
  assert(s.k == 0);
  s = r;
#pragma scop
  for (int i = 0; i < n; i++)
    x[i + s.k] = x[i] + 1;
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
