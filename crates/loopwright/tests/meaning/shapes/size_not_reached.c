// About: the size of an array that is declared where nothing gets need not make sense
// script: peel(S2.j, 1)
#include <stdio.h>

static int b[64];

static void kernel(int n, int k)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    int t[k];
    for (int j = 0; j < k; j++)
      t[j] = j + i;
    for (int j = 0; j < k && j < 1; j++)
      b[i] += t[k - 1 - j];
  }
  for (int j = 0; j < k; j++)
    b[j] -= 3;
#pragma endscop
}

int main(void)
{
  const int sizes[][2] = {{0, 0}, {0, -5}, {0, 1}, {1, 1}, {2, 3}, {60, 60}, {0, 64}};
  for (int k = 0; k < 7; k++) {
    kernel(sizes[k][0], sizes[k][1]);
    for (int i = 0; i < 64; i++)
      printf(" %d", b[i]);
    puts("");
  }
  return 0;
}
