// About: a type is that of references.
// refused: LW0208
#include <cstdio>
static int a[24], b[25], t;
typedef int &IR;
static void kernel(int n)
{
  int s = 4;
  IR r = s;
#pragma scop
  for (int i = 0; i < n; i++) {
    s = b[i] + i;
    a[i] = s;
  }
#pragma endscop
  t = r;
}
int main()
{
  static const int sizes[] = { 0, 1, 2, 11, 24 };
  for (int k = 0; k < 5; k++) {
    kernel(sizes[k]);
    for (int i = 0; i < 24; i++)
      printf(" %d %d", a[i], b[i]);
    printf(" %d\n", t);
  }
}
