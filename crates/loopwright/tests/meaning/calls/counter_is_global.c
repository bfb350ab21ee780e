// About: a function reads the global variable that a loop of the region counts with.
// refused: LW0202
#include <stdio.h>
int i, a[30];
static void put(void) { a[i] = i + 1; }
void kernel(int n)
{
#pragma scop
  for (i = 0; i < n; i++)
    put();
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(30);
  for (int k = 0; k < 30; k++) printf("%d ", a[k]);
  printf("\n");
}
