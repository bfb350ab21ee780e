// About: the value of a function may be a subscript; its result is converted, too.
// script: parallel(S0.i)
// illegal
// script: parallel(S1.i)
// legal
#include <stdio.h>
int a[600], b[1200];
static inline unsigned char low(int i) { return i + 200; }
static inline int at(int i, int j) { return i * 2 + j; }
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[low(i)] += i;
  for (int i = 0; i < n; i++) {
    b[at(i, 0)] = i;
    b[at(i, 1)] = b[at(i, 0)] + 1;
  }
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(600);
  for (int i = 0; i < 600; i += 7) printf("%d %d ", a[i], b[i]);
  printf("\n");
}
