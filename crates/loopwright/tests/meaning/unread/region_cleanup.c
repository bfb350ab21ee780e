// About: a variable of the region is handed to a function when its scope ends.
// refused: LW0208
#include <stdio.h>
static int x[40], g;
static void count(int *end) { g = g * 3 + *end; }
static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    int own __attribute__((cleanup(count))) = i;
    x[i] = own + 1;
  }
#pragma endscop
}
int main(void)
{
  for (int n = 0; n < 12; n += 4) {
    kernel(n);
    printf("%d\n", g);
  }
}
