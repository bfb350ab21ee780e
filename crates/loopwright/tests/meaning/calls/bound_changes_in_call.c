// About: a function changes the global variable that bounds the loop.
#include <stdio.h>
int n = 5, a[30];
static void grow(int i) { if (i % 2 == 0 && n < 29) n += 1; a[i] = n; }
void kernel(void)
{
#pragma scop
  for (int i = 0; i < n; i++)
    grow(i);
#pragma endscop
}
int main(void)
{
  n = 0; kernel(); n = 1; kernel(); n = 2; kernel(); n = 9; kernel();
  for (int k = 0; k < 30; k++) printf("%d ", a[k]);
  printf("%d\n", n);
}
