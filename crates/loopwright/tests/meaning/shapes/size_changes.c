// About: an array in a loop is as long as the counter says
#include <stdio.h>

static void kernel(int n, int *restrict o)
{
#pragma scop
  for (int i = 1; i < n; i++) {
    int t[i];
    for (int j = 0; j < i; j++)
      t[j] = j * j;
    o[i] = t[i - 1] + o[i - 1];
  }
#pragma endscop
}

int main(void)
{
  int o[9] = {3};
  for (int n = 0; n <= 9; n++) {
    kernel(n, o);
    printf("%d ", o[n ? n - 1 : 0]);
  }
  puts("");
  return 0;
}
