// About: a function reads a global variable that a loop before it leaves a value in
// script: parallel(S0.i)
#include <stdio.h>

double last;
static void (*tell)(void);

static void say(void)
{
  printf("%g ", last);
}

static void kernel(int n, double *restrict a)
{
#pragma scop
  for (int t = 0; t < 2; t++) {
    for (int i = 0; i < n; i++) {
      last = a[i] + t;
      a[i] = last * 2;
    }
    tell();
  }
#pragma endscop
}

int main(void)
{
  double a[5] = {1, 2, 3, 4, 5};
  tell = say;
  last = -1;
  kernel(0, a);
  kernel(1, a);
  kernel(5, a);
  puts("");
  return 0;
}
