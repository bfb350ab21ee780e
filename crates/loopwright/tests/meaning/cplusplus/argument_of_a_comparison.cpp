// About: the type of a comparison is `bool`, which chooses another function than the `int` that has its value.
// script: reverse(S0.i)
#include <cstdio>
static long a[12];

static int chosen(int) { return 1; }
static int chosen(bool) { return 4; }

static void f(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    int t = i < 2;
    int u = !i;
    a[i] = chosen(t) + chosen(u);
  }
#pragma endscop
}

int main()
{
  for (int n = 0; n < 12; n += 5) {
    f(n);
    for (int i = 0; i < 12; i++)
      std::printf(" %ld", a[i]);
    std::printf("\n");
  }
}
