// About: a local array gets the values of its list in every iteration, and zero where the list ends.
#include <stdio.h>

static void kernel(int n, int *a, int *b) {
#pragma scop
  for (int i = 1; i < n - 1; i++) {
    int w[3] = {1, 2, 1};
    const int t[] = {i, n, 3, -1};
    short z[2][2] = {{a[i]}, {7, 70000}};
    for (int k = 0; k < 3; k++)
      b[i] += w[k] * a[i + k - 1] + t[k];
    w[0] += 5;
    z[0][1] += i;
    b[i] += w[0] * t[3] + z[0][0] + z[0][1] + z[1][0] + z[1][1];
  }
#pragma endscop
}

int main(void) {
  static const int sizes[] = {0, 1, 2, 3, 7, 12};
  for (int s = 0; s < 6; s++) {
    int a[12] = {3, 1, -4, 1, 5, -9, 2, 6, 5, 3, 5, 8}, b[12] = {0};
    kernel(sizes[s], a, b);
    for (int i = 0; i < 12; i++)
      printf(" %d %d", a[i], b[i]);
    printf("\n");
  }
  return 0;
}
