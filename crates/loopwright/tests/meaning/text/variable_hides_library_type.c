// About: names of types in headers can be those of variables.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
static int a[20];
static void kernel(int n)
{
  int ptrdiff_t = 3, uint8_t = 700;
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = (ptrdiff_t)-i + (uint8_t)-i;
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 5, 13 };
  for (int k = 0; k < 5; k++) {
    kernel(sizes[k]);
    for (int i = 0; i < 20; i++)
      printf("%d ", a[i]);
    puts("");
  }
}
