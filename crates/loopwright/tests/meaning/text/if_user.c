// About: #if on a macro of the program.
#include <stdio.h>
#define MODE 3

static int f(int n, int *a) {
#pragma scop
    for (int i = 0; i < n; i++) {
#if MODE == 2
      a[i] += 1;
#elif MODE == 3
      a[i] += 2 * i;
#else
      a[i] += 7;
#endif
    }
#pragma endscop
  return n;
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
