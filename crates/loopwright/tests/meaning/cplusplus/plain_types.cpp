// About: types of C, and what C++ adds to constants.
// script: reverse(S0.i)
// script: parallel(S0.i)
// legal
#include <cstdio>
#include <cstddef>
static bool seen[24];
static int a[24];

static void kernel(size_t n)
{
  constexpr int step = 3;
  int t[24] = {}, last = 0;
#pragma scop
  for (size_t i = 0; i < n; i++) {
    t[i] = seen[i] ? step : (int)i;
    seen[i] = t[i] > 4;
    a[i] += t[i] + last;
  }
#pragma endscop
}

int main()
{
  static const int sizes[] = { 0, 1, 2, 24 };
  for (int s = 0; s < 4; s++)
    kernel(sizes[s]);
  for (int i = 0; i < 24; i++)
    printf(" %d", a[i]);
  printf("\n");
}
