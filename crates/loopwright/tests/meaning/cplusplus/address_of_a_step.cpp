// About: what is stepped is a place in C++, and has an address.
// refused: LW0208
#include <cstdio>
static int a[24];

int main()
{
  int t = 0;
  int *later = &++t;
#pragma scop
  for (int i = 0; i < 20; i++) {
    t = 3 * i;
    a[i] = t + 1;
  }
#pragma endscop
  for (int i = 0; i < 24; i++)
    printf(" %d", a[i]);
  printf(" %d\n", *later);
}
