// About: members hide variables of the same name.
// refused: LW0208
#include <cstdio>
static int a[24], b[25], t;
struct S { int b[25]; void h(int n); } s;
void S::h(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    b[i] = i;
    a[i] = s.b[i + 1];
  }
#pragma endscop
}
static void kernel(int n) { s.h(n); }
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
