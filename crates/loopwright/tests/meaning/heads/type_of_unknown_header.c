// About: nothing that is read says what `int_fast16_t` and `id_t` are, so nothing is known of a comparison.
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

static void kernel(int n, id_t w, int *a) {
#pragma scop
  for (int_fast16_t i = -3; i < n; i++)
    if (i - w > 1)
      a[i + 3] += 1;
#pragma endscop
}

int main(void) {
  for (int n = -3; n < 6; n++) {
    int a[9] = {0};
    kernel(n, 2, a);
    for (int i = 0; i < 9; i++)
      printf("%d ", a[i]);
    printf("\n");
  }
  return 0;
}
