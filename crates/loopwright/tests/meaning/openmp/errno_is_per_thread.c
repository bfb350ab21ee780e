// About: `errno` is a macro for something that each thread has.
// script: parallel(S0.i)
#include <stdio.h>
#include <errno.h>
int main(void) {
  int b[5];
#pragma scop
  for (int i = 0; i < 5; i++) {
    errno = i;
    b[i] = i;
  }
#pragma endscop
  printf("%d %d\n", errno, b[4]);
}
