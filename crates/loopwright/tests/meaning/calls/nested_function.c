// About: a function that is defined inside of another one hides that of the same name outside.
// refused: LW0202
#include <stdio.h>
int a[30];
static void put(int i) { a[i] = i; }
void kernel(int n)
{
  void put(int i) { a[i + 1] = a[i] + 1; }
#pragma scop
  for (int i = 0; i < n; i++)
    put(i);
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(29);
  put(29);
  for (int i = 0; i < 30; i++) printf("%d ", a[i]);
  printf("\n");
}
