// About: the members of a union share their memory.
#include <stdio.h>
union bits { unsigned u; unsigned char c[4]; } x[20];
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    x[i].u = 0x01020304u + i;
    x[i].c[0] = 7;
  }
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(20);
  for (int i = 0; i < 20; i++) printf("%u ", x[i].u);
  printf("\n");
}
