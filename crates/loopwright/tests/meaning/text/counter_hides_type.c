// About: a counter hides a type of the same name while its loop runs.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
static int a[20];
typedef short T;
static void kernel(int n)
{
#pragma scop
  for (int T = 0; T < n; T++)
    a[T] = (T)-5 * T;
  for (int i = 0; i < n; i++)
    a[i] += (T)-(i * 40000);
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
