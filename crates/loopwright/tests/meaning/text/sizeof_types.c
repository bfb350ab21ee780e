// About: sizes of what does not count.
#include <stdio.h>

static int f(int n, int *a) {
  short b[4] = {0};
#pragma scop
    for (int i = 0; i < n; i++)
      a[i] += sizeof b + sizeof *b + sizeof(double[3]) + sizeof b[i] + sizeof a;
#pragma endscop
  return 0;
}

int main(void) {
  for (int n = 0; n < 7; n++) {
    int a[16] = {0};
    int r = f(n, a);
    printf("%d: %d:", n, r);
    for (int i = 0; i < 16; i++)
      printf(" %d", a[i]);
    printf("\n");
  }
  return 0;
}
