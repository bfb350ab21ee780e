// About: a function uses what the library remembers between calls.
#include <stdio.h>
#include <stdlib.h>
int a[30];
static int dice(int sides) { return rand() % sides; }
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = dice(100);
#pragma endscop
}
int main(void)
{
  srand(1);
  kernel(0); kernel(1); kernel(2); kernel(30);
  for (int i = 0; i < 30; i++) printf("%d ", a[i]);
  printf("\n");
}
