// About: a call that leaves the loops for good leaves new memory behind.
// frees
// script: expand(t)
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
static jmp_buf back;
static int a[4000], limit;

static void hook(int i)
{
  if (i == limit)
    longjmp(back, 1);
}

static void f(int n)
{
  int t;
#pragma scop
  for (int i = 0; i < n; i++) {
    t = i * 3;
    hook(i);
    a[i] = t;
  }
#pragma endscop
}

int main(void)
{
  for (limit = 0; limit < 4000; limit += 1333) {
    if (!setjmp(back))
      f(3000);
    printf("%d %d\n", a[0], a[2000]);
  }
}
