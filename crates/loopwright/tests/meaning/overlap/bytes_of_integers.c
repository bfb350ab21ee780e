// About: a pointer to characters looks at the bytes of integers.
#include <stdio.h>
unsigned a[20];
unsigned s[20];
void kernel(int n)
{
  unsigned char *c = (unsigned char *) a;
#pragma scop
  for (int i = 0; i < n; i++) {
    a[i] = i * 77;
    s[i] = c[4 * i] + 1;
  }
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(20);
  for (int i = 0; i < 20; i++) printf("%u %u ", a[i], s[i]);
  printf("\n");
}
