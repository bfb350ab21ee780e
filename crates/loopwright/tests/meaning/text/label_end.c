// About: a label before a region at the end of a block.
#include <stdio.h>

static int f(int n, int *a) {
  if (n == 2) goto end;
  a[3]++;
end:
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] += 2;
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
