// About: a type in the region reads a variable that the region changes.
// refused: LW0208
#include <stdio.h>
static int x[40];
static void kernel(int n)
{
  int m = 1;
#pragma scop
  for (int i = 0; i < n; i++) {
    x[i] = (int)sizeof(char[m]);
    m = i + 2;
  }
#pragma endscop
}
int main(void)
{
  for (int n = 0; n < 12; n += 4) {
    kernel(n);
    for (int i = 0; i < 40; i++) printf("%d ", x[i]);
    printf("\n");
  }
}
