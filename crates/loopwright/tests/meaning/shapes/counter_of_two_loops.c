// About: an inner loop counts with the counter of the outer one, which ends early because of it
#include <stdio.h>

static int kernel(int n, int *a)
{
  int i, rounds = 0;
#pragma scop
  for (i = 0; i < n; i++) {
    for (i = i + 1; i < n - 2; i++)
      a[i] += 1;
    rounds += 1;
  }
#pragma endscop
  return 100 * i + rounds;
}

int main(void)
{
  int a[10] = {0};
  for (int n = 0; n <= 10; n++)
    printf("%d ", kernel(n, a));
  for (int k = 0; k < 10; k++)
    printf(" %d", a[k]);
  puts("");
  return 0;
}
