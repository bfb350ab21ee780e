// About: the pointer moves, and what it points to is another bound.
// refused: LW0203
#include <stdio.h>

struct s {
  int n;
  struct s *next;
};

static void kernel(struct s **at, int *a) {
  struct s *p = *at;
#pragma scop
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < p->n; i++)
      a[i] += k + 1;
    p = p->next;
  }
#pragma endscop
  *at = p;
}

int main(void) {
  for (int n = 0; n < 5; n++) {
    int a[8] = {0};
    struct s last = {7, NULL}, third = {n, &last}, second = {5 - n, &third}, first = {3, &second};
    struct s *at = &first;
    kernel(&at, a);
    for (int i = 0; i < 8; i++)
      printf("%d ", a[i]);
    printf("%d\n", at->n);
  }
  return 0;
}
