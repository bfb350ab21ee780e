// About: a function writes an array of the caller whose address it was given long before
#include <stdio.h>

static int *kept;
static void (*poke)(int);

static void set(int i)
{
  kept[i] = 10 * i;
}

static int kernel(int n)
{
  int a[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  int sum = 0;
  kept = a;
#pragma scop
  for (int i = 0; i < n; i++) {
    sum = sum * 2 + a[i];
    if (i + 1 < n)
      poke(i + 1);
  }
#pragma endscop
  return sum;
}

int main(void)
{
  poke = set;
  for (int n = 0; n <= 8; n++)
    printf("%d ", kernel(n));
  puts("");
  return 0;
}
