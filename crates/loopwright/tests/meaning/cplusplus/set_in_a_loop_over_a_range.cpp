// About: a loop over a range need not be executed.
// refused: LW0208
#include <cstdio>
#include <vector>
static long a[30];

static void run(int n)
{
  std::vector<int> none;
  for (auto one : none)
    n = 4;
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = i + 1;
#pragma endscop
}

int main()
{
  run(9);
  for (int i = 0; i < 10; i++)
    printf(" %ld", a[i]);
  printf("\n");
}

