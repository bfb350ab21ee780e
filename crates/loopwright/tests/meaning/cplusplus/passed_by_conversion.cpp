// About: a class converts itself to an array of the loops.
// script: reverse(S0.i)
#include <cstdio>
static long a[30], b[30];
struct Cells {
  operator long *() const { return b; }
};

static void run(int n, long *p)
{
#pragma scop
  for (int i = 1; i < n; i++) {
    p[i] += i;
    a[i] = b[i - 1];
  }
#pragma endscop
}

int main()
{
  Cells cells;
  run(9, cells);
  for (int i = 0; i < 10; i++)
    std::printf(" %ld", a[i]);
  std::printf("\n");
}
