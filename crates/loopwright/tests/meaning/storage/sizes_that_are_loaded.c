// About: how large new arrays are is loaded: a field, an element, what a pointer points to.
// frees
// script: pack(y, S0.i)
// legal
// script: expand(t)
// legal
// script: expand(u)
// legal
// script: expand(a)
// legal
// script: pack(y, S4.k)
// legal
#include <stdio.h>
#include <stdlib.h>
struct vector {
  int n;
  double *x;
};
static double y[40], a[40];
static int sizes[2] = { 3, 7 };

static void scale(struct vector *v, const int *last)
{
  double t, u;
#pragma scop
  for (int i = 0; i < v->n; i++) {
    t = v->x[i] * 2;
    y[i] = t + 1;
  }
  for (int j = 0; j < sizes[1]; j++) {
    u = y[j] / 2;
    y[j + 20] += u;
  }
  for (int k = 0; k < *last; k++)
    y[k + 30] = k;
  for (int p = 0; p < v->n; p++)
    a[p] = y[p] - a[p];
#pragma endscop
}

int main(void)
{
  double x[20];
  for (int i = 0; i < 20; i++)
    x[i] = i;
  for (int s = 0; s < 4; s++) {
    struct vector v = { s * s, x };
    sizes[1] = 7 - 2 * s;
    scale(&v, &s);
  }
  for (int i = 0; i < 40; i++)
    printf(" %g %g", y[i], a[i]);
  printf("\n");
}
