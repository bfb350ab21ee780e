// About: a function changes its own copy of an argument through a pointer.
#include <stdio.h>
int a[30];
static void bump(int *p) { *p += 3; }
static void put(int k) { bump(&k); if (k < 30) a[k] = k; }
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    put(i);
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(30);
  for (int i = 0; i < 30; i++) printf("%d ", a[i]);
  printf("\n");
}
