// About: a shift to the left may wrap around in C++, also where a counter is written wider.
// script: vectorize(S0.i, 4)
// legal
// script: stripmine(S0.i, 3); parallel(S0.it)
#include <cstdio>
static int a[24], b[25], t;

static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    a[i] = (i + 120) << 24 >> 24;
    b[i] = a[i] >> 1;
  }
#pragma endscop
}
int main()
{
  static const int sizes[] = { 0, 1, 2, 11, 24 };
  for (int k = 0; k < 5; k++) {
    kernel(sizes[k]);
    for (int i = 0; i < 24; i++)
      printf(" %d %d", a[i], b[i]);
    printf(" %d\n", t);
  }
}
