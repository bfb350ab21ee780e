// About: an assertion in a loop ends the program between two iterations
// script: pad(b, 1); unroll(S1.i, 3)
// script: reverse(S0.i)
// illegal
// script: parallel(S0.i)
// illegal
#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static int a[16], b[16];

static void stop(int signal)
{
  printf("stopped by %d:", signal == SIGABRT);
  for (int i = 0; i < 16; i++)
    printf(" %d", b[i]);
  puts("");
  exit(0);
}

static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    b[i] = i + 1;
    assert(a[i] >= 0);
  }
#pragma endscop
}

int main(void)
{
  const int sizes[] = {0, 1, 2, 16};
  signal(SIGABRT, stop);
  fclose(stderr);
  for (int k = 0; k < 4; k++) {
    if (k == 3)
      a[7] = -1;
    kernel(sizes[k]);
    for (int i = 0; i < 16; i++)
      printf(" %d", b[i]);
    puts("");
  }
  return 0;
}
