// About: a function reads `volatile` memory.
#include <stdio.h>
int a[30];
volatile int port = 3;
static void put(int *p) { *p += port; }
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    put(&a[i]);
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(30);
  for (int i = 0; i < 30; i++) printf("%d ", a[i]);
  printf("\n");
}
