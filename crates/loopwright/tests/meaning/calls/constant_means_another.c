// About: the caller gives a constant that the function uses another value.
#include <stdio.h>
enum { K = 1 };
int a[300];
static void put(int i) { a[i + K] = a[i] + 1; }
void kernel(int n)
{
  enum { K = 9 };
#pragma scop
  for (int i = 0; i < n; i++)
    put(i);
#pragma endscop
  a[0] += K;
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(20);
  for (int i = 0; i < 300; i++) printf("%d ", a[i]);
  printf("\n");
}
