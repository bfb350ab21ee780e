// About: a global bound is changed through a pointer from another function.
#include <stdio.h>
int n = 20, a[40];
static int *where(void) { return &n; }
void kernel(void)
{
  int *p = where();
#pragma scop
  for (int i = 0; i < n; i++) {
    a[i] = i;
    *p = 12;
  }
#pragma endscop
}
int main(void)
{
  kernel();
  for (int i = 0; i < 40; i++) printf("%d ", a[i]);
  printf("%d\n", n);
}
