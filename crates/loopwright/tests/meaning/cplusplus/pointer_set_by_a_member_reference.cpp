// About: a member is another name for the pointer.
// script: reverse(S0.i)
#include <cstdio>
static long a[30], b[30], c[30];
static long *other = c;
struct Holder {
  long *&q = other;
};

static void run(int n)
{
#pragma scop
  for (int i = 1; i < n; i++) {
    b[i] += i;
    a[i] = other[i - 1];
  }
#pragma endscop
}

int main()
{
  run(9);
  Holder h;
  h.q = b;
  run(9);
  for (int i = 0; i < 10; i++)
    std::printf(" %ld", a[i]);
  std::printf("\n");
}
