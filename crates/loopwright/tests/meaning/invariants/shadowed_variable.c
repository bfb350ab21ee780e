// About: inside, `s` is another variable than the one with the bound.
#include <stdio.h>

struct s {
  int n;
};

static void kernel(struct s s, int *a) {
#pragma scop
  for (int i = 0; i < s.n; i++) {
    int s = i * 2;
    a[i] += s;
  }
  for (int j = 0; j < s.n - 1; j++)
    a[j] -= s.n;
#pragma endscop
}

int main(void) {
  for (int n = 0; n < 6; n++) {
    int a[6] = {3, 1, 4};
    kernel((struct s){n}, a);
    for (int i = 0; i < 6; i++)
      printf("%d ", a[i]);
    printf("\n");
  }
  return 0;
}
