// About: after `__pencil_kill` a temporary holds nothing that anybody wants.
// script: parallel(S0.i)
// legal
#include <stdio.h>
static inline void __pencil_kill(int x) { (void) x; }
int a[30], t;
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    t = i * i;
    a[i] = t + 1;
    __pencil_kill(t);
  }
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(30);
  for (int i = 0; i < 30; i++) printf("%d ", a[i]);
  printf("\n");
}
