// About: a function chooses the field that it sets.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <assert.h>
#include <stdint.h>
int x[40], y[40];
struct s { int *p, *q; };
static void fill(struct s *v, int k) { int **t = k ? &v->p : &v->q; *t = x; }
void kernel(int n)
{
  struct s v = { y, y };
  fill(&v, 1);
  int *a = x, *b = v.p;
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
