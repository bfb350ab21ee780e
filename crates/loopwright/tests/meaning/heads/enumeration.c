// About: whether an enumeration has a sign is up to the compiler: here `i - 5` is large.
#include <stdio.h>

enum colour { RED, GREEN, BLUE };
typedef enum colour colour_t;

static void f(colour_t last, long *a, int *b) {
#pragma scop
  for (enum colour i = RED; i <= BLUE; i++)
    a[i] = i - 5;
  for (int i = -1; i < last; i++)
    b[i + 1] = 2 * i;
#pragma endscop
}

int main(void) {
  for (int n = 0; n < 3; n++) {
    long a[4] = {0};
    int b[4] = {0};
    f((colour_t)n, a, b);
    for (int i = 0; i < 4; i++)
      printf("%ld %d,", a[i], b[i]);
    printf("\n");
  }
  return 0;
}
