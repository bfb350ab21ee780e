// About: a function that prints has an effect.
#include <stdio.h>
int a[20];
static int loud(int x) { printf("%d ", x); return x; }
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = loud(i);
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(20);
  for (int i = 0; i < 20; i++) printf("%d ", a[i]);
  printf("\n");
}
