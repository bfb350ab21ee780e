// About: the counter is read behind its loop: it is one less than what ended the loop, without a sign too.
#include <stddef.h>
#include <stdio.h>

static void kernel(size_t n, int m, int *a, size_t *last, int *end) {
  size_t i;
  int k;
#pragma scop
  for (i = n; i-- > 0;)
    a[i] += 2;
  for (k = m; k-- > 3;) {
    if (k == 5)
      break;
    a[k] += 10;
  }
#pragma endscop
  *last = i;
  *end = k;
}

int main(void) {
  for (int n = 0; n < 9; n++) {
    int a[12] = {1, 2, 3}, end;
    size_t last;
    kernel(n, n + 2, a, &last, &end);
    printf("%zu %d:", last, end);
    for (int i = 0; i < 12; i++)
      printf(" %d", a[i]);
    printf("\n");
  }
  return 0;
}
