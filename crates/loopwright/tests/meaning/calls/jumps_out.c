// About: a function leaves the whole region by `longjmp`.
#include <setjmp.h>
#include <stdio.h>
int a[30];
static jmp_buf out;
static void put(int i) { if (i == 20) longjmp(out, 1); a[i] = i; }
void kernel(int n)
{
  if (setjmp(out)) return;
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
