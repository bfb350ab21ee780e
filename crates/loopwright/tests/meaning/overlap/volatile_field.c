// About: one field of a structure is `volatile`.
// refused: LW0208
#include <stdio.h>
struct regs { volatile int data; int ready; };
struct regs r[20];
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    r[i].data = i;
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(20);
  for (int i = 0; i < 20; i++) printf("%d ", r[i].data);
  printf("\n");
}
