// About: the condition of a jump may use a name for a value; both branches may jump.
#include <stdio.h>

static void f(int n, int m, int *a, int *b) {
#pragma scop
  for (int i = n - 1; i >= 0; i -= 2) {
    int k = 2 * i - m;
    if (k < 0) {
      a[i] = 1;
      if (k < -4) {
        b[i] = 2;
        break;
      } else
        continue;
    } else if (k == 3)
      continue;
    b[i] = k;
  }
#pragma endscop
}

int main(void) {
  for (int n = 0; n < 9; n++)
    for (int m = -1; m < 12; m += 3) {
      int a[8] = {0}, b[8] = {0};
      f(n > 8 ? 8 : n, m, a, b);
      for (int i = 0; i < 8; i++)
        printf("%d %d,", a[i], b[i]);
      printf("\n");
    }
  return 0;
}
