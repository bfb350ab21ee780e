// About: what follows a call may rely on the call having come back, so it is not moved before it
// script: distribute(S1.i)
// illegal
#include <setjmp.h>
#include <stdio.h>

static jmp_buf out;
static void (*check)(int);

static void demand(int x)
{
  if (x == 0)
    longjmp(out, 1);
}

static int quotients[8];

static void kernel(int n, const int *restrict x, int *restrict q)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    check(x[i]);
    q[i] = 100 / x[i];
  }
#pragma endscop
}

int main(void)
{
  int x[8] = {1, 2, 3, 4, 0, 5, 6, 7};
  check = demand;
  for (volatile int n = 0; n <= 8; n += 4) {
    if (setjmp(out) == 0)
      kernel(n, x, quotients);
    for (int i = 0; i < 8; i++)
      printf("%d ", quotients[i]);
    puts("");
  }
  return 0;
}
