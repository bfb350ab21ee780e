// About: the fields of a `volatile` structure are `volatile`.
// refused: LW0208
#include <stdio.h>
struct regs { int data, ready; };
volatile struct regs r;
int a[20];
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    r.data = i;
    a[i] = r.ready;
  }
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(20);
  for (int i = 0; i < 20; i++) printf("%d ", a[i]);
  printf("%d\n", r.data);
}
