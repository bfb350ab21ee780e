// About: what is called is made from a template, with a type for each type of its argument.
// refused: LW0208
#include <cstdio>
static int a[24];
template <class T> int size(T) { return sizeof(T); }
static void kernel(int n)
{
#pragma scop
  for (long i = 0; i < n; i++)
    a[i] = size(i);
#pragma endscop
}
int main()
{
  kernel(24);
  for (int i = 0; i < 24; i++)
    printf(" %d", a[i]);
  printf("\n");
}
