// About: a function of C in a namespace, whose results are written to a stream.
// script: reverse(S0.i)
// illegal
#include <cstdio>
static int a[24], b[25], t;
#include <iostream>
namespace deep {
namespace deeper {
static int total(int n)
{
  int s = 0, *p = b;
  const int twice = 2;
#pragma scop
  for (int i = 0; i < n; i++) {
    s += twice * i;
    p[i + 1] = p[i] + a[i];
    a[i] = s;
  }
#pragma endscop
  std::cout << "sum " << s << std::endl;
  int more = s + 1;
  return more;
}
}
}
static void kernel(int n) { t = deep::deeper::total(n); }
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
