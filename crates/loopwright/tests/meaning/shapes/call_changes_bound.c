// About: a function that is not in the file, as far as the region knows, changes the bound of the loop
#include <stdio.h>

int bound;
int cells[16];
static void (*visit)(int);

static void grow(int i)
{
  if (i == 2)
    bound += 3;
}

static void kernel(void)
{
#pragma scop
  for (int i = 0; i < bound; i++) {
    cells[i] += i + 1;
    visit(i);
  }
#pragma endscop
}

int main(void)
{
  visit = grow;
  for (int n = 0; n < 8; n++) {
    bound = n;
    kernel();
    printf("%d:", bound);
    for (int i = 0; i < 16; i++)
      printf(" %d", cells[i]);
    puts("");
  }
  return 0;
}
