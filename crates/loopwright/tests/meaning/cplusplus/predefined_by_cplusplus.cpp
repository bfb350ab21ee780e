// About: compilers of C++ define macros that those of C do not.
// refused: LW0129
#include <cstdio>
#if __cpp_constexpr >= 201304L
const int LENGTH = 9;
#else
const int LENGTH = 2;
#endif
static long a[12];

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
