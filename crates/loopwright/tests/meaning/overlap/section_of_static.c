// About: the linker names the section in which a static array is.
// script: parallel(S0.i)
// illegal
#include <stdio.h>
static int x[40] __attribute__((section("cells"), used));
extern int __start_cells[];
void kernel(int n)
{
  int *a = __start_cells;
#pragma scop
  for (int i = 0; i < n; i++)
    a[i + 1] = x[i] + 1;
#pragma endscop
}
int main(void)
{
  for (int n = 0; n < 12; n += 4) {
    for (int i = 0; i < 40; i++) x[i] = i * i % 11;
    kernel(n);
    for (int i = 0; i < 40; i++) printf("%d ", x[i]);
    printf("\n");
  }
}
