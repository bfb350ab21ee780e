// About: an assertion behind a loop says nothing of the loop, and what fails is seen behind the loop
// script: stripmine(S0.i, 4); pack(a, S0.i)
// script: peel(S0.i, 1)
// script: parallel(S0.i)
// script: fuse(S0, S2)
#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static int a[16], b[16];

static void stop(int signal)
{
  printf("stopped by %d:", signal == SIGABRT);
  for (int i = 0; i < 16; i++)
    printf(" %d %d", a[i], b[i]);
  puts("");
  exit(0);
}

static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] += i + 3;
  assert(n > 0);
  for (int i = 0; i < n; i++)
    b[i] = a[i];
#pragma endscop
}

int main(void)
{
  const int sizes[] = {16, 2, 1, 0};
  signal(SIGABRT, stop);
  fclose(stderr);
  for (int k = 0; k < 4; k++) {
    kernel(sizes[k]);
    for (int i = 0; i < 16; i++)
      printf(" %d %d", a[i], b[i]);
    puts("");
  }
  return 0;
}
