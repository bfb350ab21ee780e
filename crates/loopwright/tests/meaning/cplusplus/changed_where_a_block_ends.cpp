// About: what ends an object of a block changes a variable that has just been set.
#include <cstdio>
static long a[30];
static int n;
struct Guard { ~Guard() { n = 9; } };

static void run()
{
  {
    Guard guard;
    n = 4;
  }
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = i + 1;
#pragma endscop
}

int main()
{
  run();
  for (int i = 0; i < 10; i++)
    printf(" %ld", a[i]);
  printf("\n");
}

