// About: the compiler has other names for the number of a line.
#include <stdio.h>
#define HERE __builtin_LINE()
int main(void)
{
  int a[20] = { 0 }, n = 20;
#pragma scop
  for (int i = 0; i < n; i++) {
    a[i] = i;



    a[i] += 2 * i;
  }
#pragma endscop
  printf("%d %d %d\n", __builtin_LINE(), HERE, a[7]);
}
