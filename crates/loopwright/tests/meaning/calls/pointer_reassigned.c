// About: a parameter that is set to another address leads elsewhere.
#include <stdio.h>
int a[30], other[30];
static void put(int *p, int i) { if (i % 2) p = other + i; *p = i; }
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    put(&a[i], i);
    other[i] += 1;
  }
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(30);
  for (int i = 0; i < 30; i++) printf("%d %d ", a[i], other[i]);
  printf("\n");
}
