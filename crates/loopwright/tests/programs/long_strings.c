// has: two");
#include <stdio.h>

static void f(int n, int *a) {
#pragma scop
        for (int i = 0; i < n; i++)
                a[i] = sizeof("one \
two");
#pragma endscop
}

int main(void) {
  int a[2];
  f(2, a);
  printf("%d, %d\n", a[0], a[1]);
  return 0;
}
