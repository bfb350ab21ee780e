// About: `continue` and `break` at parameters, and the last iteration on its own.
// script: peel(S0.i, -1)
// legal
// script: peel(S0.j, 1)
// legal
#include <stdio.h>

static void kernel(int n, int m, int a[][6]) {
#pragma scop
  for (int i = 0; i < n; i++) {
    if (i == m)
      continue;
    for (int j = i; j < n; j++) {
      if (j == m)
        break;
      if (j == 2)
        continue;
      a[i][j] = a[j][i] + 1;
    }
  }
#pragma endscop
}

int main(void) {
  for (int n = 0; n < 7; n++)
    for (int m = -3; m < 14; m += 2) {
      int a[6][6] = {{5, 3, 2, 4, 9, 8}};
      kernel(n, m, a);
      for (int i = 0; i < 36; i++)
        printf("%d ", a[i / 6][i % 6]);
      printf("\n");
    }
  return 0;
}
