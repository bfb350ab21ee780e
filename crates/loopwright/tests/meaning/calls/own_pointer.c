// About: a function sets a pointer of its own once, to a row of what it gets.
// script: parallel(S0.i)
// legal
// script: reverse(S1.i)
// illegal
// script: parallel(S2.i)
// illegal
#include <stdio.h>
int a[20][20], b[40], c[40];
static void add(int (*m)[20], int i, int n)
{
  int *row = m[i];
  const int *first = &row[0];
  for (int j = 1; j < n; j++) row[j] += first[j - 1];
}
static void shift(int *p, int k) { int *q = p + k; q[1] = q[0] + k; }
static void hidden(int *p, int k)
{
  for (int i = 0; i < 2; i++) {
    int *q = p + i + k;
    for (int i = 0; i < 3; i++) q[0] += i + 1;
  }
}
static void later(int *p, int k) { int i = k; int *q = p + i; for (i = 0; i < 2; i++) q[i] += i; }
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    add(a, i, n);
  for (int i = 0; i < n; i++)
    shift(b, i);
  for (int i = 0; i < n; i++)
    hidden(c, i);
#pragma endscop
  later(b, n);
}
int main(void)
{
  for (int i = 0; i < 400; i++) a[i / 20][i % 20] = i % 7;
  kernel(0); kernel(1); kernel(2); kernel(20);
  for (int i = 0; i < 20; i++) printf("%d %d %d %d ", a[i][i], a[i][19], b[i], c[i]);
  printf("\n");
}
