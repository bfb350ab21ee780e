// About: `sizeof` of a name in parentheses is the size of a variable if it hides the type.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
static int a[20];
typedef char T;
static void kernel(int n)
{
  int T[6] = { 0 };
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = (int)sizeof(T) + T[0];
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
