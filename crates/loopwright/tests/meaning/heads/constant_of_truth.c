// About: a `const _Bool` that is set to 2 is 1.
#include <stdio.h>
static int a[20];
static const _Bool b = 2, c = 4;
static void kernel(int n)
{
  const _Bool d = 6;
  n += d;
#pragma scop
  for (int i = 0; i < 16; i++)
    if (i > b && i < 12 + c)
      a[i] += n;
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
