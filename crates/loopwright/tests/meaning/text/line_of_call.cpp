// About: a function of C++ knows where it is called.
#include <cstdio>
static void note(int x, int line = __builtin_LINE()) { std::printf("%d at %d\n", x, line); }
static void kernel(int n, int *a)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    a[i] = i;



    a[i] += 2 * i;
  }
#pragma endscop
}
int main()
{
  int a[20] = { 0 };
  kernel(20, a);
  note(a[7]);
}
