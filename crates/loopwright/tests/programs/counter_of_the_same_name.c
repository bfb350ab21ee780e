// The region declares its counters: a variable of the same name outside of it keeps its value.
// has: for (int i = 0; i <= 9; i++)
#include <stdio.h>

int main(void) {
  int i = 5, x[10];
#pragma scop
  for (int i = 0; i < 10; i++)
    x[i] = i;
#pragma endscop
  printf("%d %d\n", i, x[i]);
  return 0;
}
