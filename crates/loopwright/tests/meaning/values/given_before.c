// About: a variable that is no constant has the value that it was given before the region
// script: parallel(S0.j)
// legal
// script: interchange(S0.i, S0.j)
// legal
#include <stdio.h>

static int a[400];

static void kernel(int m)
{
  int pad = 2, width;
  width = m + pad;
#pragma scop
  for (int i = 1; i < m; i++)
    for (int j = 0; j <= m; j++)
      a[i * width + j] = a[(i - 1) * width + j] + 1;
#pragma endscop
}

static void show(void)
{
  for (int i = 0; i < 400; i++)
    printf(" %d", a[i]);
  puts("");
}

int main(void)
{
  const int sizes[] = {0, 1, 2, 9};
  for (int k = 0; k < 4; k++) {
    for (int i = 0; i < 400; i++)
      a[i] = i * 7 % 31;
    kernel(sizes[k]);
    show();
  }
  return 0;
}
