// About: a function that reads through a pointer to `volatile` does more than compute.
#include <stdio.h>
int port = 3, a[20];
static int poll(const volatile int *p) { return *p; }
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = poll(&port) + i;
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(20);
  for (int i = 0; i < 20; i++) printf("%d ", a[i]);
  printf("\n");
}
