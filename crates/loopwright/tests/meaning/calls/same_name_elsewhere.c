// About: a name means a global variable to the function and a local one to its caller.
#include <stdio.h>
int m = 7, a[30];
static void put(int i) { a[i] = m; m = m * 3 % 11; }
void kernel(int n)
{
  int m = 1;
#pragma scop
  for (int i = 0; i < n; i++) {
    put(i);
    a[i] += m;
  }
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(30);
  for (int k = 0; k < 30; k++) printf("%d ", a[k]);
  printf("%d\n", m);
}
