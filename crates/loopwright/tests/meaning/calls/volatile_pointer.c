// About: a function gets the address of plain memory and accesses it as `volatile`.
#include <stdio.h>
int a[30];
static void put(volatile int *p, int i) { *p = i; *p += 1; }
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    put(&a[i], i);
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(30);
  for (int i = 0; i < 30; i++) printf("%d ", a[i]);
  printf("\n");
}
