// About: of two definitions the preprocessor chooses one.
// script: reverse(S0.i)
// illegal
#include <stdio.h>
#define CHAINED 1
int a[31];
#if CHAINED
static void put(int i) { a[i + 1] = a[i] + i; }
#else
static void put(int i) { a[i] = i; }
#endif
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
  for (int i = 0; i < 31; i++) printf("%d ", a[i]);
  printf("\n");
}
