// About: a region that does nothing behind a case.
#include <stdio.h>

static int f(int n, int *a) {
  switch (n) {
  case 2:
#pragma scop
  for (int i = 0; i < n; i++)
    ;
#pragma endscop
  }
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
