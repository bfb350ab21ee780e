// About: the headers of C++ define macros, too.
// refused: LW0129
#include <climits>
#include <cstdio>
static long a[12];
#if __cpp_lib_optional
const int MORE = 2;
#else
const int MORE = 1;
#endif
#ifdef INT_MAX
const int LENGTH = 9 + MORE;
#else
const int LENGTH = 2;
#endif

static void f()
{
#pragma scop
  for (int i = 0; i < LENGTH; i++)
    a[i] = i + 1;
#pragma endscop
}

int main()
{
  f();
  for (int i = 0; i < 12; i++)
    std::printf(" %ld", a[i]);
  std::printf("\n");
}
