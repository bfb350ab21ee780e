// About: an array that is updated element by element needs no copies, and others may read it.
// script: parallel(A.i, reduction)
// legal
// script: vectorize(A.i, 4, reduction)
// legal
#include <stdio.h>
int a[40], b[40];
int kernel(int n)
{
  int s = 0;
#pragma scop
  for (int i = 0; i < n; i++) {
    B: b[i] = a[i];
    A: a[i]++;
    G: s += b[i];
  }
#pragma endscop
  return s;
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 3, 37 };
  for (int k = 0; k < 5; k++) {
    for (int i = 0; i < 40; i++) a[i] = i * i % 7;
    printf("%d", kernel(sizes[k]));
    for (int i = 0; i < 40; i++) printf(" %d", a[i] + b[i]);
    printf("\n");
  }
}
