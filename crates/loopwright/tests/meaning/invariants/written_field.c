// About: the loop changes the field that its condition looks at.
#include <stdio.h>

struct list {
  int n;
  int a[20];
};

static void kernel(struct list *p) {
#pragma scop
  for (int i = 0; i < p->n; i++) {
    p->a[i] = p->n;
    if (p->n < 9)
      p->n++;
  }
#pragma endscop
}

int main(void) {
  for (int n = 0; n < 12; n++) {
    struct list l = {n, {0}};
    kernel(&l);
    printf("%d:", l.n);
    for (int i = 0; i < 20; i++)
      printf(" %d", l.a[i]);
    printf("\n");
  }
  return 0;
}
