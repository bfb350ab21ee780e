// About: two parts of the memory of a vector are passed, and they overlap.
// script: reverse(S0.i)
// script: parallel(S0.i)
// illegal
#include <cstdio>
#include <vector>

static void run(int n, long *x, const long *y)
{
#pragma scop
  for (int i = 0; i < n; i++)
    x[i] = y[i] + 1;
#pragma endscop
}

int main()
{
  for (int n = 0; n < 30; n += 9) {
    std::vector<long> all(n + 1);
    run(n, all.data() + 1, all.data());
    for (auto one : all)
      printf(" %ld", one);
  }
  printf("\n");
}
