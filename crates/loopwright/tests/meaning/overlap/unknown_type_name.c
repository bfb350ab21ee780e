// About: a pointer of a type that comes from a header.
#include <stdio.h>
#include <stdint.h>
int32_t a[60];
void kernel(int n)
{
  const int32_t *restrict unused = a; (void) unused;
  int32_t *x = 0, *p = &a[0], *q = p + 1;
  (void) x;
#pragma scop
  for (int i = 0; i < n; i++)
    q[i] = p[i] + 1;
#pragma endscop
}
int main(void)
{
  for (int i = 0; i < 60; i++) a[i] = i % 6;
  kernel(0); kernel(1); kernel(2); kernel(30);
  for (int i = 0; i < 60; i++) printf("%d ", (int) a[i]);
  printf("\n");
}
