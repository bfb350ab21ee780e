// About: from the address of an element a subscript leads into other rows.
// script: reverse(S1.i)
// illegal
#include <stdio.h>
int a[6][5], b[30];
void kernel(int n, int m)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    b[i] = a[3][1];
    *(&a[0][0] + m * 0 + i) = i + 1;
  }
#pragma endscop
}
int main(void)
{
  kernel(0, 0); kernel(1, 1); kernel(2, 1); kernel(30, 2);
  for (int i = 0; i < 30; i++) printf("%d %d ", a[i / 5][i % 5], b[i]);
  printf("\n");
}
