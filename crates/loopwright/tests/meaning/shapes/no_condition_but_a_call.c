// About: a loop without a condition is left by a jump out of a function that it calls
#include <setjmp.h>
#include <stdio.h>

static jmp_buf out;
static int cells[32];

static int enough(int i)
{
  if (i > 6)
    longjmp(out, i);
  return i;
}

static void kernel(void)
{
#pragma scop
  for (int i = 0;; i++)
    cells[i] = enough(i);
#pragma endscop
}

int main(void)
{
  int i = setjmp(out);
  if (i == 0)
    kernel();
  printf("%d:", i);
  for (int k = 0; k < 9; k++)
    printf(" %d", cells[k]);
  puts("");
  return 0;
}
