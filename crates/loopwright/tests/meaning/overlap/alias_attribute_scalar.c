// About: another name for the same variable.
// refused: LW0208
#include <stdio.h>
static int t;
extern int same __attribute__((alias("t")));
static long a[12];

static void f(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    t = i;
    a[i] = same;
  }
#pragma endscop
}

int main()
{
  for (int n = 0; n < 12; n += 5) {
    f(n);
    for (int i = 0; i < 12; i++)
      printf(" %ld", a[i]);
    printf("\n");
  }
}
