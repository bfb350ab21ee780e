// About: `typeof` begins a declaration, of a pointer to a pointer that the loops use.
// script: reverse(S0.i)
#include <stdio.h>
static long a[30], b[30], c[30];
static long *other = c;

static void run(int n)
{
#pragma scop
  for (int i = 1; i < n; i++) {
    b[i] += i;
    a[i] = other[i - 1];
  }
#pragma endscop
}

int main(void)
{
  run(9);
  typeof(other) *q = &other;
  *q = b;
  run(9);
  for (int i = 0; i < 10; i++)
    printf(" %ld", a[i]);
  printf("\n");
}
