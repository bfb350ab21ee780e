// About: `pencil_access` names a function that describes what another one accesses.
// script: parallel(S0.i)
// legal
// script: reverse(S1.i)
#include <stdio.h>
int maybe(void);
int a[31], b[30];
static void touch_summary(int *p, int i) { if (maybe()) p[i] = 0; }
__attribute__((pencil_access(touch_summary))) void touch(int *p, int i);
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    touch(a, i);
  for (int i = 0; i < n; i++)
    b[i] = a[i] + a[i + 1];
#pragma endscop
}
void touch(int *p, int i) { int *q = p + i; goto set; set: *q += i; }
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(30);
  for (int i = 0; i < 30; i++) printf("%d %d ", a[i], b[i]);
  printf("\n");
}
