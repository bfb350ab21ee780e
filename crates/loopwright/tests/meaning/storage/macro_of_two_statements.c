// About: a macro uses its arguments in another order than they are given.
// script: transpose(s, [1, 0])
// legal
// script: pad(s, 3)
// legal
#include <stdio.h>
#define Q(a, b) a += b; b ^= a;
static unsigned s[24][4];
static void kernel(int n)
{
#pragma scop
  for (int b = 0; b < n; b++)
    for (int q = 0; q < 2; q++) {
      Q(s[b][q], s[b][q + 2])
    }
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 11, 24 };
  for (int i = 0; i < 96; i++)
    s[i / 4][i % 4] = i * 7;
  for (int k = 0; k < 5; k++) {
    kernel(sizes[k]);
    for (int i = 0; i < 96; i++)
      printf(" %u", s[i / 4][i % 4]);
    puts("");
  }
}
