// About: `_Atomic` memory is for other threads to see.
// refused: LW0208
#include <stdio.h>
_Atomic int count;
int a[20];
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    count += i;
    a[i] = count;
  }
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(20);
  for (int i = 0; i < 20; i++) printf("%d ", a[i]);
  printf("%d\n", (int) count);
}
