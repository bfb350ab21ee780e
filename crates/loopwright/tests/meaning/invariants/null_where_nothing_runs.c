// About: where `k` is not positive nobody looks at `p->n`, which is a null pointer then.
#include <stddef.h>
#include <stdio.h>

struct s {
  int n;
};

static void kernel(int k, const struct s *p, int *a) {
#pragma scop
  for (int i = 0; i < k; i++)
    for (int j = 0; j < p->n; j++)
      a[i + j] += i - j;
  if (k > 1)
    for (int j = 0; j < p->n; j++)
      a[j]++;
#pragma endscop
}

int main(void) {
  for (int k = -1; k < 4; k++) {
    int a[12] = {1, 2, 3};
    struct s s = {k + 3};
    kernel(k, k > 0 ? &s : NULL, a);
    for (int i = 0; i < 12; i++)
      printf("%d ", a[i]);
    printf("\n");
  }
  return 0;
}
