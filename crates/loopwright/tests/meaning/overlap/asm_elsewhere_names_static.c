// About: assembly in another function returns the address of a static array that it names.
// script: parallel(S0.i)
// illegal
#include <stdio.h>
static int table[40];
static int *find(void)
{
  int *found = 0;
  if (found == 0)
    __asm__ volatile("leaq\ttable(%%rip), %0\n\tnop" : "=r"(found) : : "memory");
  return found;
}
void kernel(int n)
{
  int *a = find();
#pragma scop
  for (int i = 0; i < n; i++)
    a[i + 1] = table[i] + 1;
#pragma endscop
}
int main(void)
{
  for (int n = 0; n < 12; n += 4) {
    for (int i = 0; i < 40; i++) table[i] = i * i % 11;
    kernel(n);
    for (int i = 0; i < 40; i++) printf("%d ", table[i]);
    printf("\n");
  }
}
