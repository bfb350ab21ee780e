// About: pointers of a missing header may lead into its arrays.
// refused: LW0126
// hidden: hidden
#include <stdio.h>
#include "settings.h"
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    shared[i + 1] = window[i] + 1;
#pragma endscop
}
int shared[60], *window = shared;
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 20 };
  for (int k = 0; k < 4; k++) {
    kernel(sizes[k]);
    for (int i = 0; i < 40; i++)
      printf("%d ", shared[i]);
    puts("");
  }
}
