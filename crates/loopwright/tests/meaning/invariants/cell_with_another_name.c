// About: a variable of the body is another name for a cell that nothing in the region writes.
// script: peel(S4.j, 1)
#include <stdio.h>

struct config {
  int width, gain, shift[2];
};
static struct config cfg = { 4, 3, { 1, 2 } };
static int w[8] = { 5, 7, 9, 11, 2, 3, 4, 6 }, m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };

static void kernel(int n, int *a, long *b) {
#pragma scop
  int first = w[0];
  for (int i = 0; i < n; i++) {
    int l = w[1];
    int scaled = a[i] * cfg.gain, more = l + 1;
    long far = m[1][2];
    a[i] = scaled > 60 ? 60 : scaled + more;
    b[i] = far + first + cfg.shift[1] * i;
  }
  for (int i = 0; i < n; i++) {
    int least = w[0];
    for (int j = 1; j < 8; j++)
      if (w[j] < least)
        least = w[j];
    b[i] -= least;
  }
#pragma endscop
}

int main(void) {
  static const int sizes[] = { 0, 1, 2, 7, 19 };
  for (int k = 0; k < 5; k++) {
    int a[20];
    long b[20];
    for (int i = 0; i < 20; i++) {
      a[i] = i * 3 - 7;
      b[i] = i;
    }
    kernel(sizes[k], a, b);
    for (int i = 0; i < 20; i++)
      printf("%d %ld ", a[i], b[i]);
    puts("");
  }
}
