// About: a method passes an array of the loops, and overlapping ones.
// script: reverse(S0.i)
// script: distribute(S0, S1)
#include <cstdio>
static long a[30], b[30];

static void run(int n, long *p, long *q)
{
#pragma scop
  for (int i = 1; i < n; i++) {
    q[i] += i;
    a[i] = p[i - 1];
  }
#pragma endscop
}

struct Caller {
  long *p;
  Caller() : p(b) {}
  void go() { run(9, p, p + 1); }
  void again() { run(9, b, b); }
};

int main()
{
  Caller caller;
  caller.go();
  caller.again();
  for (int i = 0; i < 10; i++)
    std::printf(" %ld", a[i]);
  std::printf("\n");
}
