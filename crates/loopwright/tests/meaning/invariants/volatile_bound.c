// About: `volatile` memory has another value whenever it likes.
// refused: LW0208
#include <stdio.h>

struct s {
  volatile int n;
};

static void kernel(struct s *p, int *a) {
#pragma scop
  for (int i = 0; i < p->n; i++)
    a[i] = 2;
#pragma endscop
}

int main(void) {
  int a[3] = {0};
  kernel(&(struct s){2}, a);
  printf("%d %d %d\n", a[0], a[1], a[2]);
  return 0;
}
