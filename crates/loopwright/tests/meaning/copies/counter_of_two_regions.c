// About: what is dead behind one region is so because of the next one, which is replaced as well.
#include <stdio.h>
static int a[20];
static int kernel(int n)
{
  int i;
#pragma scop
  for (i = 0; i < n; i++)
    a[i] += 10;
#pragma endscop
  int m = n - 1;
#pragma scop
  for (i = 0; i < m; i++)
    a[i] += 100;
#pragma endscop
  return i;
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
