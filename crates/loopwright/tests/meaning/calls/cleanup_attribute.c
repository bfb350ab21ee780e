// About: a function runs when a variable of another one ends.
#include <stdio.h>
int a[30], count;
static void done(int *p) { count += *p; }
static int twice(int i) { __attribute__((cleanup(done))) int t = 2 * i; return t; }
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    a[i] = twice(i) + count;
  }
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(30);
  for (int i = 0; i < 30; i++) printf("%d ", a[i]);
  printf("%d\n", count);
}
