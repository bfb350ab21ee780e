// About: a block of its own, other variables before it, and a message where there is no memory
// frees
#include <stdio.h>
#include <stdlib.h>

static void kernel(int n, double a[9])
{
#pragma scop
  {
  double s = 1, t[9];
  int k = 2;
  double *p = malloc(n * sizeof *p);
  if (p == NULL) {
    fprintf(stderr, "no memory for %d\n", n);
    exit(EXIT_FAILURE);
  }
  for (int i = 0; i < 9; i++)
    t[i] = s + k;
  for (int i = 0; i < n; i++)
    p[i] = a[n - 1 - i] * 2;
  for (int i = 0; i < n; i++)
    a[i] = p[i] + i;
  for (int i = 0; i < 9; i++)
    a[i] += t[i];
  free(p);
  }
#pragma endscop
}

int main(void)
{
  for (int n = 0; n < 9; n++) {
    double a[9];
    for (int i = 0; i < 9; i++)
      a[i] = i * 3 % 7 + 0.5;
    kernel(n, a);
    printf("%d:", n);
    for (int i = 0; i < 9; i++)
      printf(" %g", a[i]);
    puts("");
  }
  return 0;
}
