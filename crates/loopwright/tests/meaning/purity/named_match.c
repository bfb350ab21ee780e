// About: `match` is no function of the C library, and here it counts its calls.
#include <stdio.h>
int calls, a[20];
int match(int a, int b);
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = match(i, 3);
#pragma endscop
}
int match(int a, int b) { return a * b + calls++; }
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(20);
  for (int i = 0; i < 20; i++) printf("%d ", a[i]);
  printf("%d\n", calls);
}
