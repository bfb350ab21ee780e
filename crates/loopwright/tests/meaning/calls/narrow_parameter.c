// About: an argument is converted to the type of the parameter: 256 becomes 0.
// script: parallel(S0.i)
// illegal
#include <stdio.h>
int a[300];
static void count(unsigned char k) { a[k] += k + 1; }
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    count(i);
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(300);
  for (int i = 0; i < 300; i += 7) printf("%d ", a[i]);
  printf("%d %d\n", a[0], a[43]);
}
