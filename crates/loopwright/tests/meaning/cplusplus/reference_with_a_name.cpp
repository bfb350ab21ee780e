// About: an alias for a reference: the function keeps the address of its argument.
// refused: LW0208
#include <cstdio>
using reference = int &;
static long a[12];
static int *kept;

static void keep(reference x) { kept = &x; }

static void f(int n)
{
  int u = 1;
  keep(u);
#pragma scop
  for (int i = 0; i < n; i++) {
    u = i;
    a[i] = u;
  }
#pragma endscop
  a[11] += *kept;
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
