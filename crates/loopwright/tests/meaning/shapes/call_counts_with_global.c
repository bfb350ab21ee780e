// About: the counter is a global variable, and the function that is called reads it
// refused: LW0202
#include <stdio.h>

int i;
static void (*visit)(void);

static void tell(void)
{
  printf("%d ", i);
}

static void kernel(int n)
{
#pragma scop
  for (i = 0; i < n; i++)
    visit();
#pragma endscop
}

int main(void)
{
  visit = tell;
  kernel(0);
  kernel(1);
  kernel(5);
  puts("");
  return 0;
}
