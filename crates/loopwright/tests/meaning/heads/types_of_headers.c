// About: `uint` and its like are unsigned, though no header says so here.
#include <stdio.h>
#include <sys/types.h>

static void kernel(int n, uint w, ulong v, int *a, int *b) {
#pragma scop
  for (uint i = 0; i < n && i < 5; i++)
    a[i] = i - 3 > 1;
  for (int i = 0; i < v; i++)
    a[i] += 4;
  for (int i = -3; i < n; i++) {
    if (i - w > 1)
      b[i + 3] += 1;
    if ((ushort)i < 3)
      b[i + 3] += 100;
  }
#pragma endscop
}

int main(void) {
  for (int n = -3; n < 6; n++) {
    int a[9] = {0}, b[9] = {0};
    kernel(n < 0 ? 0 : n, 2, 4, a, b);
    for (int i = 0; i < 9; i++)
      printf("%d %d ", a[i], b[i]);
    printf("\n");
  }
  return 0;
}
