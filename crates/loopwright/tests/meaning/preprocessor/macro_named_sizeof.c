// About: a macro gives `sizeof` a signed type, and new arrays are measured with that word.
// refused: LW0011
#include <stdio.h>
#define sizeof (int)sizeof

static void f(int n, int *a, int *b)
{
  int t;
#pragma scop
  for (int i = 0; i < n; i++) {
    t = a[i] * 3;
    b[i] = t + i;
  }
#pragma endscop
}

int main(void)
{
  int a[5] = {1, 2, 3, 4, 5}, b[5];
  f(5, a, b);
  for (int k = 0; k < 5; k++)
    printf(" %d", b[k]);
  printf("\n");
}
