// About: `thread_local` of <threads.h> gives each thread its own array.
// script: parallel(S0.i)
#include <stdio.h>
#include <threads.h>
static thread_local int buf[17];
int main(void) {
#pragma scop
  for (int i = 0; i < 17; i++)
    buf[i] = i;
#pragma endscop
  for (int i = 0; i < 17; i++) printf("%d ", buf[i]);
  puts("");
}
