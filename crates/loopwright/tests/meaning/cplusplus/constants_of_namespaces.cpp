// About: a constant of a namespace is another one than that outside.
// refused: LW0208
#include <cstdio>
static int a[24];
const int K = 4;
namespace Q { const int K = 6; }
int main()
{
#pragma scop
  for (int i = 0; i < K; i++)
    a[i] = 1;
#pragma endscop
  for (int i = 0; i < 24; i++)
    printf(" %d", a[i]);
  puts("");
}
