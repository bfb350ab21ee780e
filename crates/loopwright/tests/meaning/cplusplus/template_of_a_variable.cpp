// About: what looks like two comparisons is a variable of a template.
// refused: LW0208
#include <cstdio>
template <int N> int scaled = N * 10;
static int a[24];

int main()
{
  scaled<3> = 7;
#pragma scop
  for (int i = 0; i < 20; i++)
    a[i] = scaled<3> - (i);
#pragma endscop
  for (int i = 0; i < 24; i++)
    printf(" %d", a[i]);
  printf("\n");
}
