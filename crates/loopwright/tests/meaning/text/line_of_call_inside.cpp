// About: calls of such a function cannot move.
// refused: LW0208
#include <cstdio>
static int note(int x, int line = __builtin_LINE()) { return x + line; }
int main()
{
  int a[20] = { 0 }, n = 20;
#pragma scop
  for (int i = 0; i < n; i++) {



    a[i] += note(i);
  }
#pragma endscop
  std::printf("%d\n", a[7]);
}
