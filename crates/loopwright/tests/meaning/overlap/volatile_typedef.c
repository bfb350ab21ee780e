// About: a type name may say `volatile`.
// refused: LW0208
#include <stdio.h>
typedef volatile int port;
static int memory[20];
void kernel(int n, port *a)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = i;
#pragma endscop
}
int main(void)
{
  kernel(0, memory); kernel(1, memory); kernel(20, memory);
  for (int i = 0; i < 20; i++) printf("%d ", memory[i]);
  printf("\n");
}
