// About: a counter is dead behind one region because the next one begins with it, and read behind that.
// args: --auto=kernel
#include <stdio.h>
static int a[20];
static int kernel(int n)
{
  int i;
  for (i = 0; i < n; i++)
    a[i] += 10;
  n--;
  for (i = 0; i < n; i++)
    a[i] += 100;
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
