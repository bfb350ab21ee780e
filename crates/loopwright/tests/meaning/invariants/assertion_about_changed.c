// About: what is asserted of a variable before the region does not hold in it if the region changes the variable.
#include <assert.h>
#include <stdio.h>
static void count(int n, int *a)
{
  assert(n > 2);
#pragma scop
  for (int q = 0; q < 4; q++) {
    if (n > 2) a[3] += 1;
    n--;
  }
#pragma endscop
}
static void both(int n, int m, int *a)
{
  assert(n > m && m > 1);
#pragma scop
  for (int i = 0; i < m; i++) a[i] += 2;
  for (int i = 0; i < 5; i++) {
    if (n > m) a[10] += i;
    n--;
  }
#pragma endscop
}
static void shadowed(int n, int *a)
{
  assert(n > 4);
#pragma scop
  for (int i = 0; i < 3; i++) {
    int n = a[i] % 3;
    a[i + n] += n;
  }
#pragma endscop
}
int main(void)
{
  int a[60] = { 0 };
  count(3, a);
  count(4, a);
  count(99, a);
  both(3, 2, a);
  both(9, 4, a);
  for (int i = 0; i < 20; i++) a[i] += i;
  shadowed(5, a);
  for (int i = 0; i < 20; i++) printf("%d ", a[i]);
  printf("\n");
}
