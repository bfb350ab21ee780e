// About: a scalar that two regions write is read behind neither of them.
#include <stdio.h>
static int a[20];
static int kernel(int n)
{
  int t = 0, i, s = 0;
#pragma scop
  for (i = 0; i < n; i++) {
    t = a[i] + 1;
    a[i] = t * 2;
  }
#pragma endscop
  switch (n) {
  case 2:
    s = 3;
    break;
  default:
    s = 4;
  }
#pragma scop
  for (i = 0; i < n; i++) {
    t = a[i] - s;
    a[i] = t % 100;
  }
#pragma endscop
  return s;
}
int main(void)
{
  static const int sizes[] = { -3, 0, 1, 2, 5, 13 };
  for (int k = 0; k < 6; k++) {
    printf("%d:", kernel(sizes[k]));
    for (int i = 0; i < 20; i++)
      printf(" %d", a[i]);
    puts("");
  }
}
