// About: two inner loops with one counter.
#include <stdio.h>

static int f(int n, int *a) {
  int i, j = 9;
#pragma scop
    for (i = 0; i < n + 1; i++) {
      for (j = 0; j < i; j++)
        a[j] += 1;
      if (i < 3)
        for (j = i; j < 6; j += 2)
          a[j] += 2;
    }
#pragma endscop
  return 100 * i + j;
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
