// About: which function runs is chosen when the program is loaded.
#include <stdio.h>
int a[30];
static void first(int i) { a[0] += i; }
static void (*choose(void))(int) { return first; }
void put(int i) __attribute__((ifunc("choose")));
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    put(i);
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(30);
  for (int i = 0; i < 30; i++) printf("%d ", a[i]);
  printf("\n");
}
