// About: a `static` variable gets its value from the first call.
// script: reverse(S0.i)
// script: parallel(S0.i)
#include <cstdio>
static long a[12];

static int count;

static int number() { return ++count; }

static int first(int v)
{
  static int kept = v;
  return kept + v;
}

static int counted(int v)
{
  static int kept = number();
  return kept + v;
}

static void f(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = first(i) + counted(i) + count;
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
