// About: a block that is kept as a whole has an array of as many elements as the counter says.
#include <stdio.h>

static int f(int n, int *a) {
#pragma scop
    for (int i = 1; i < n; i++)
      if (a[i] < 5) {
        int t[i];
        t[0] = i;
        a[i] += t[0] + (int)(sizeof t / sizeof t[0]);
      }
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
